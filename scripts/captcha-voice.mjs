// Makes the spoken digits of the security code again: `node scripts/captcha-voice.mjs` where espeak-ng and sox (Debian packages) are installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OUT = 'backend/areas/session/captcha-voice.json';
/** Hertz, the same as in captcha-sound.ts; 8-bit unsigned samples, one channel. */
const RATE = 8000;
const DIGITS = {
  fa: ['صفر', 'یک', 'دو', 'سه', 'چهار', 'پنج', 'شش', 'هفت', 'هشت', 'نه'],
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
};

const folder = mkdtempSync(join(tmpdir(), 'voice-'));
const synthesize = (lang, word) => {
  const [spoken, raw] = [join(folder, 'spoken.wav'), join(folder, 'digit.raw')];
  execFileSync('espeak-ng', ['-v', lang, '-s', '130', '-w', spoken, word]);
  execFileSync('sox', [spoken, '-r', String(RATE), '-c', '1', '-b', '8', '-e', 'unsigned', raw, 'norm', '-3', 'silence', '1', '0.01', '0.5%', 'reverse', 'silence', '1', '0.01', '0.5%', 'reverse']); // biome-ignore format: one command
  return readFileSync(raw).toString('base64');
};
const voices = Object.fromEntries(
  Object.entries(DIGITS).map(([lang, words]) => [lang, words.map((word) => synthesize(lang, word))]),
);
rmSync(folder, { recursive: true });
writeFileSync(OUT, `${JSON.stringify(voices, null, 1)}\n`);
