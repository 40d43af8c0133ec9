// Speaks a security code for those who cannot see its picture: recorded digits at changing speeds over a murmur of reversed ones.
import { randomInt } from 'node:crypto';
import type { Lang } from '../../http/errors';
import { randomBetween } from './captcha-random';
import voices from './captcha-voice.json';

/** Hertz; 8-bit unsigned samples, one channel, as `scripts/captcha-voice.mjs` makes them. */
const RATE = 8000;
const SILENCE = 128;
const HEADER_BYTES = 44;

const readRecording = (lang: Lang, digit: number) => Buffer.from(voices[lang][digit] as string, 'base64');

/** Adds a recording to a track, from a sample on, at a speed and a volume. */
function mix(
  track: Float32Array,
  sound: Buffer,
  { from, speed, volume }: { from: number; speed: number; volume: number },
) {
  const length = Math.min(Math.floor(sound.length / speed), track.length - from);
  for (let i = 0; i < length; i++) {
    const at = from + i;
    track[at] = (track[at] as number) + volume * ((sound[Math.floor(i * speed)] as number) - SILENCE);
  }
  return from + length;
}

/** The samples as a WAV file (RIFF, PCM). */
function encodeWav(samples: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** A WAV file that says Latin `digits` one by one in a language. */
export function renderCaptchaSound(digits: string, lang: Lang): Buffer {
  const track = new Float32Array(RATE * (2 + digits.length * 1.2));
  let at = Math.floor(RATE * randomBetween(0.3, 0.6));
  for (const digit of digits) {
    const speed = randomBetween(0.88, 1.12);
    at = mix(track, readRecording(lang, Number(digit)), { from: at, speed, volume: randomBetween(0.75, 0.95) });
    at += Math.floor(RATE * randomBetween(0.3, 0.55));
  }
  const end = at + Math.floor(RATE * 0.3);
  for (let murmur = 0; murmur < end; )
    murmur = mix(track, readRecording(lang, randomInt(10)).reverse(), { from: murmur, speed: randomBetween(0.7, 1.3), volume: randomBetween(0.12, 0.22) }); // biome-ignore format: one call
  const samples = Uint8Array.from(track.subarray(0, end), (value) =>
    Math.max(0, Math.min(255, Math.round(SILENCE + value + randomBetween(-4, 4)))),
  );
  return encodeWav(samples);
}
