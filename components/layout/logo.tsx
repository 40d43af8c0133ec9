// The product's mark: layers lying over one another, the top one a map sheet. A browser's tab has the same picture (app/icon.svg).

/** A square mark in the accent colour; purely decorative, its owner names it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#4f57d9" />
      <path d="M16 19.2 6.5 14.4v2.9L16 22.1l9.5-4.8v-2.9z" fill="#fff" fillOpacity=".65" />
      <path d="M16 23.9 6.5 19.1V22l9.5 4.8 9.5-4.8v-2.9z" fill="#fff" fillOpacity=".35" />
      <path d="m16 5.6 9.5 4.8-9.5 4.8-9.5-4.8z" fill="#fff" />
      <path d="m11.6 10.6 3-1.5 2.6 2.3 3.2-1.2" stroke="#4f57d9" strokeWidth="1.2" strokeLinecap="round" />
    </svg>
  );
}
