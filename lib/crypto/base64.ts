// Bytes and base64 in both alphabets, for keys and sealed responses.

/** Bytes of base64 or base64url text. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

export const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''));

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** base64 of a value's JSON. */
export const packJson = (value: unknown): string => toBase64(utf8(JSON.stringify(value)));

/** The value behind base64 of JSON. */
export const unpackJson = (text: string): unknown => JSON.parse(new TextDecoder().decode(fromBase64(text)));
