// The board on paper: the browser's own printing, which knows sizes of paper and writes PDF with its text.

const SCHEME = 'data-mantine-color-scheme';

/** Opens the browser's print dialog; on paper everything is dark on light, whatever the screen. */
export function printBoard(): void {
  const root = document.documentElement;
  const scheme = root.getAttribute(SCHEME);
  root.setAttribute(SCHEME, 'light');
  const restore = () => {
    if (scheme) root.setAttribute(SCHEME, scheme);
  };
  window.addEventListener('afterprint', restore, { once: true });
  window.print();
}
