// What a short text must look like: forms that everybody knows, or one that the form's author wrote.
import { z } from 'zod';
import { latinDigits } from '../digits';
import { phoneKey } from '../phone';

export const PRESETS = ['phone', 'email', 'url', 'national_code', 'postal_code', 'plate', 'sheba'] as const;
export type Preset = (typeof PRESETS)[number];

/** Characters of an own pattern, and of a value that is held against one: with the rules of checkPattern, no match takes long. */
export const MAX_PATTERN = 200;
export const MAX_PATTERN_VALUE = 100;

/** `text` is a regular expression for the whole value; `message` says what is wanted, in the author's words. */
export const Pattern = z.union([
  z.strictObject({ preset: z.enum(PRESETS), message: z.string().max(200).optional() }),
  z.strictObject({ text: z.string().min(1).max(MAX_PATTERN), message: z.string().max(200).optional() }),
]);
export type Pattern = z.infer<typeof Pattern>;

/** Latin digits, without blanks, hyphens and marks of direction. */
const bare = (text: string) => latinDigits(text).replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069-]/g, '');
const isOneDigit = (digits: string) => /^(\d)\1*$/.test(digits);

/** Mobile numbers of Iran as 0912…, others as they were written but for blanks and brackets. */
function readPhone(text: string): string | null {
  const key = phoneKey(text);
  if (key?.startsWith('989') && key.length === 12) return `0${key.slice(2)}`;
  const digits = bare(text).replace(/[().]/g, '');
  return /^(\+|00)?\d{3,15}$/.test(digits) ? digits : null;
}

function readUrl(text: string): string | null {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (address.length > 2000 || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? address : null;
}

/** Ten digits, the last of which follows from the others (modulo 11); spreadsheets drop up to two zeros in front. */
function readNationalCode(text: string): string | null {
  const code = bare(text).padStart(10, '0');
  if (!/^\d{10}$/.test(code) || bare(text).length < 8 || isOneDigit(code)) return null;
  const sum = [...code.slice(0, 9)].reduce((all, digit, i) => all + Number(digit) * (10 - i), 0) % 11;
  return Number(code[9]) === (sum < 2 ? sum : 11 - sum) ? code : null;
}

/** Ten digits; the first is a postal region, of which there is none with 0 or 2. */
function readPostalCode(text: string): string | null {
  const code = bare(text);
  return /^[13-9]\d{9}$/.test(code) && !isOneDigit(code) ? code : null;
}

/** 12B345-67 with a letter of the Persian alphabet, the country's name may stand before the last two; of a motorcycle 123-45678. */
function readPlate(text: string): string | null {
  const plate = bare(text).replaceAll('\u064a', '\u06cc').replaceAll('\u0643', '\u06a9').toUpperCase();
  const car = /^(\d{2})(\p{L}{1,3})(\d{3})(?:\p{L}{3,5})?(\d{2})$/u.exec(plate);
  if (car) return `${car[1]}${car[2]}${car[3]}-${car[4]}`;
  return /^\d{8}$/.test(plate) ? `${plate.slice(0, 3)}-${plate.slice(3)}` : null;
}

/** An Iranian bank account number of ISO 13616: IR and 24 digits that leave 1 modulo 97 when IR and the check digits stand behind. */
function readSheba(text: string): string | null {
  const digits = /^(?:IR)?(\d{24})$/.exec(bare(text).toUpperCase())?.[1];
  if (!digits) return null;
  const [I, R] = ['18', '27'];
  return BigInt(digits.slice(2) + I + R + digits.slice(0, 2)) % 97n === 1n ? `IR${digits}` : null;
}

/** The text in the form's one writing; null where it has not that form. */
const READERS: Record<Preset, (text: string) => string | null> = {
  phone: readPhone,
  email: (text) => (z.regexes.email.test(text.trim()) ? text.trim() : null),
  url: readUrl,
  national_code: readNationalCode,
  postal_code: readPostalCode,
  plate: readPlate,
  sheba: readSheba,
};

const compiled = new Map<string, RegExp | null>();
/** The regular expression of an own pattern; null where it is none. */
function compile(text: string): RegExp | null {
  let pattern = compiled.get(text);
  if (pattern === undefined) {
    try {
      pattern = new RegExp(`^(?:${text})$`, 'u');
    } catch {
      pattern = null;
    }
    compiled.set(text, pattern);
  }
  return pattern;
}

/** The value as a pattern wants it; null where it does not fit. A pattern that is no regular expression holds nobody up. */
export function readPattern(value: string, pattern: Pattern): string | null {
  if ('preset' in pattern) return READERS[pattern.preset](value);
  return value.length <= MAX_PATTERN_VALUE && (compile(pattern.text)?.test(value) ?? true) ? value : null;
}
