// The fonts that the product serves itself: Vazirmatn, its cut with Persian digit shapes for map labels, and plain files for paper.
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';

const FROM = 'node_modules/vazirmatn';
const FILES = [
  ['fonts/webfonts/Vazirmatn[wght].woff2', 'Vazirmatn-Variable.woff2'],
  ['fonts/webfonts/Vazirmatn-Regular.woff2', 'Vazirmatn-Regular.woff2'],
  ['fonts/webfonts/Vazirmatn-Bold.woff2', 'Vazirmatn-Bold.woff2'],
  ['fonts/ttf/Vazirmatn-Regular.ttf', 'Vazirmatn-Regular.ttf'],
  ['fonts/ttf/Vazirmatn-Bold.ttf', 'Vazirmatn-Bold.ttf'],
  ['misc/Farsi-Digits/fonts/webfonts/Vazirmatn-FD-Regular.woff2', 'Vazirmatn-FD-Regular.woff2'],
  ['misc/Farsi-Digits/fonts/webfonts/Vazirmatn-FD-Bold.woff2', 'Vazirmatn-FD-Bold.woff2'],
];

/** Copies the font files to where pages ask for them, and lists those that the deployment has put there itself (B Nazanin). */
export function copyFonts() {
  mkdirSync('public/fonts', { recursive: true });
  for (const [from, to] of FILES) copyFileSync(`${FROM}/${from}`, `public/fonts/${to}`);
  const own = readdirSync('public/fonts').filter((name) => /^BNazanin(-Bold)?\.ttf$/.test(name));
  writeFileSync('public/fonts/own.json', JSON.stringify(own.sort()));
}
