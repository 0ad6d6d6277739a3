/** Drawings. The sign of the product is two speech bubbles and what they have in common. */
export function Logo({ class: kind = "logo" }: { class?: string }) {
  return (
    <svg class={kind} viewBox="6 12 52 40" aria-hidden="true" focusable="false">
      <path class="logo-theirs" d="M40 15a17 17 0 1 0 0 34 17 17 0 0 0 7-1.5l7 3-2-7A17 17 0 0 0 40 15Z" />
      <path class="logo-mine" d="M24 15a17 17 0 1 1 0 34 17 17 0 0 1-7-1.5l-7 3 2-7A17 17 0 0 1 24 15Z" />
      <path class="logo-common" d="M32 17a17 17 0 0 1 0 30 17 17 0 0 1 0-30Z" />
    </svg>
  );
}

export function SettingsIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M3 7h8m6 0h4M3 17h4m6 0h8" />
      <circle cx="14" cy="7" r="2.5" />
      <circle cx="10" cy="17" r="2.5" />
    </svg>
  );
}
