// Reads that a page begins in its first lines, while its code is still on the way: whoever asks for the same first gets that response.

/** Milliseconds after which a response that nobody asked for is too old. */
const MAX_AGE_MS = 10_000;
const NAME = '__earlyReads';

interface EarlyReads {
  at: number;
  responses: Record<string, Promise<Response> | undefined>;
}
const holder = () => globalThis as { [NAME]?: EarlyReads };

/** The text of a script that begins reads of addresses below this origin, as calls of ours would. */
export const earlyScript = (addresses: readonly string[], lang: string): string => {
  const list = JSON.stringify(addresses).replaceAll('<', '\\u003c');
  const how = JSON.stringify({ headers: { 'accept-language': lang }, credentials: 'same-origin', cache: 'no-store' });
  return `(function(l,o){var r={};l.forEach(function(a){(r[a]=fetch(a,o)).catch(function(){})});self.${NAME}={at:Date.now(),responses:r}})(${list},${how})`;
};

/** Begins the same from within the page, where somebody is about to open what needs them; what was begun before is forgotten. */
export function beginReads(addresses: readonly string[], lang: string): void {
  const init: RequestInit = { headers: { 'accept-language': lang }, credentials: 'same-origin', cache: 'no-store' };
  const responses = Object.fromEntries(addresses.map((address) => [address, fetch(address, init)]));
  for (const response of Object.values(responses)) response.catch(() => undefined);
  holder()[NAME] = { at: Date.now(), responses };
}

/** Forgets what was begun: something was written since. */
export function forgetReads(): void {
  delete holder()[NAME];
}

/** The response to an address that the page has begun to read, once; undefined where there is none, or where it failed or is old. */
export async function takeEarly(address: string): Promise<Response | undefined> {
  const early = holder()[NAME];
  const response = early?.responses[address];
  if (!early || !response) return undefined;
  delete early.responses[address];
  if (Date.now() - early.at > MAX_AGE_MS) return undefined;
  return response.catch(() => undefined);
}
