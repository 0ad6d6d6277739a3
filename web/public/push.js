// Shows the note that the server pushed, and opens what it is about. It keeps nothing, and no request of a page comes by here.
self.addEventListener("push", (event) => {
  const { title, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { icon: "/icon-192.png", tag: url, data: url }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === url);
  return open ? open.focus() : self.clients.openWindow(url);
}
