// What stands in a field for a code after something was typed or pasted into it. Pure.
import { toLatin } from '@/lib/i18n/digits';

/** Digits of a code that goes to a telephone. */
export const CODE_LENGTH = 6;

/** Latin digits of a text in either script; all else is dropped. */
export const onlyDigits = (text: string): string => toLatin(text).replace(/\D/g, '');

/**
 * The value and the caret after an input. `raw` is what the browser made of it, `caret` where it left the caret. A digit typed into
 * a full code takes the place of the one after the caret.
 */
export function takeDigits(raw: string, caret: number, length = CODE_LENGTH): { value: string; caret: number } {
  const digits = onlyDigits(raw);
  const at = onlyDigits(raw.slice(0, caret)).length;
  const excess = Math.max(0, digits.length - length);
  return {
    value: (digits.slice(0, at) + digits.slice(at + excess)).slice(0, length),
    caret: Math.min(at, length),
  };
}

/** The code in a pasted text; null where it is not a whole one. A message around the code does no harm. */
export function pastedCode(text: string, length = CODE_LENGTH): string | null {
  const latin = toLatin(text);
  const whole = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(latin)?.[0];
  if (whole) return whole;
  const digits = onlyDigits(latin);
  return digits.length === length ? digits : null;
}
