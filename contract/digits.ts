// Digits of any script as Latin ones.

const DIGITS = /[۰-۹٠-٩]/g;

/** Persian (U+06F0..) and Arabic (U+0660..) digits as Latin ones; all else unchanged. */
export const latinDigits = (text: string): string => text.replace(DIGITS, (d) => String(d.charCodeAt(0) & 0xf));
