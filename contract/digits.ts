// Digits of any script as Latin ones.

const DIGITS = /[۰-۹٠-٩]/g;

/** Persian (U+06F0..) and Arabic (U+0660..) digits as Latin ones; all else unchanged. */
export const latinDigits = (text: string): string => text.replace(DIGITS, (d) => String(d.charCodeAt(0) & 0xf));

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A whole text of Latin digits as a number, `.` before decimals, an exponent allowed; NaN where it is anything else. */
export const readNumber = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);
