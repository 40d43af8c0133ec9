// What of a profile form is sent: only what is filled in and has changed.
import { toLatin } from '@/lib/i18n/digits';

export interface Names {
  first_name: string;
  last_name: string;
}

/** The fields that differ from what stands, without empty ones: an empty text changes nothing on the server either. */
export function changed<T extends object>(standing: T, typed: T): Partial<T> {
  const found = Object.entries(typed).filter(
    ([key, value]) => value !== '' && value !== (standing as Record<string, unknown>)[key],
  );
  return Object.fromEntries(found) as Partial<T>;
}

/** Whether a form says something else than what stands: also where it was emptied, which is not sent. */
export const differs = <T extends object>(standing: T, typed: T): boolean =>
  Object.entries(typed).some(([key, value]) => value !== (standing as Record<string, unknown>)[key]);

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
/** Whether a text can be an e-mail address; the server decides. */
export const isEmail = (text: string): boolean => ADDRESS.test(text.trim());

/** Fewest characters of a telephone number (the product's own limit). */
const MIN_PHONE = 11;
/** Whether a text is long enough for a number, in digits of either script. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()-]+$/.test(toLatin(text.trim())) && text.trim().length >= MIN_PHONE;
