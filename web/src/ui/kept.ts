/**
 * Words that have not reached the server yet, kept on this device so that closing the tab loses nothing. Two people may share a
 * device, and even a session: words are kept under the name of whoever wrote them, and go when they sign out or leave in a hurry.
 */
const WORDS = "mwf:words:";

let owner = "";

export function keepWordsOf(userId: string): void {
  owner = userId;
  forget((name) => !name.startsWith(`${WORDS}${userId}:`));
}

export function readWords(name: string): string {
  return readKept(keyOf(name));
}

export function writeWords(name: string, text: string): void {
  writeKept(keyOf(name), text);
}

/** All of them, or those of one session. */
export function forgetWords(sessionId = ""): void {
  forget((name) => name.includes(sessionId));
}

function keyOf(name: string): string {
  return `${WORDS}${owner}:${name}`;
}

function forget(which: (name: string) => boolean): void {
  attempt(() => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(WORDS));
    for (const name of names.filter(which)) localStorage.removeItem(name);
  });
}

export function readKept(name: string): string {
  return attempt(() => localStorage.getItem(name)) ?? "";
}

export function writeKept(name: string, text: string): void {
  attempt(() => (text ? localStorage.setItem(name, text) : localStorage.removeItem(name)));
}

// A browser may refuse to keep anything, and a full one keeps no more. The page works on without.
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
