// Telephone numbers: one key for a number however it is written, the same on both sides of the wire.
import { latinDigits } from './schemas/common';

/** Fewest characters of a number to which a code is sent (the product's own limit). */
export const MIN_PHONE = 11;

/** Fewest and most digits of an international number, without the plus (E.164). */
const DIGITS = /^[1-9]\d{7,14}$/;

/**
 * The number as digits with its country code and no plus: 0912 345 6789, +98 912 345 6789, 0098912..., 98912... and 912... are one.
 * Digits may be Persian or Arabic; spaces, hyphens, dots and brackets do not count. Null for what is no number.
 */
export function phoneKey(text: string): string | null {
  const bare = latinDigits(text).replace(/[\s().\u200b-\u200f\u202a-\u202e\u2066-\u2069-]/g, '');
  const plus = /^(?:\+|00)(\d+)$/.exec(bare)?.[1];
  const digits = plus ?? bare;
  // Without a plus: a number of Iran by its form, else taken as it stands.
  const key = /^(?:98)?0?(9\d{9})$/.exec(digits)?.[1];
  if (key) return `98${key}`;
  return DIGITS.test(digits) ? digits : null;
}

/** A key as people of the country write it: 09123456789; others with a plus. */
export const formatPhone = (key: string): string => (/^989\d{9}$/.test(key) ? `0${key.slice(2)}` : `+${key}`);

/** A key with its middle hidden: 0912*****89. */
export function maskPhone(key: string): string {
  const phone = formatPhone(key);
  return `${phone.slice(0, 4)}${'*'.repeat(phone.length - 6)}${phone.slice(-2)}`;
}
