// The fonts that the product serves itself: Vazirmatn, and its cut with Persian digit shapes for map labels.
import { copyFileSync, mkdirSync } from 'node:fs';

const FROM = 'node_modules/vazirmatn';
const FILES = [
  ['fonts/webfonts/Vazirmatn[wght].woff2', 'Vazirmatn-Variable.woff2'],
  ['fonts/webfonts/Vazirmatn-Regular.woff2', 'Vazirmatn-Regular.woff2'],
  ['fonts/webfonts/Vazirmatn-Bold.woff2', 'Vazirmatn-Bold.woff2'],
  ['misc/Farsi-Digits/fonts/webfonts/Vazirmatn-FD-Regular.woff2', 'Vazirmatn-FD-Regular.woff2'],
  ['misc/Farsi-Digits/fonts/webfonts/Vazirmatn-FD-Bold.woff2', 'Vazirmatn-FD-Bold.woff2'],
];

/** Copies the font files to where pages ask for them. */
export function copyFonts() {
  mkdirSync('public/fonts', { recursive: true });
  for (const [from, to] of FILES) copyFileSync(`${FROM}/${from}`, `public/fonts/${to}`);
}
