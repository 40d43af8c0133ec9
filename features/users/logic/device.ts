// The browser and the system in a user agent, by the names that people know them by. Pure.

const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

const nameIn = (list: readonly (readonly [string, RegExp])[], agent: string) =>
  list.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;

/** Null for what is not known; a program that is no browser goes by the first word that it says. */
export function deviceOf(agent: string | null): { browser: string | null; system: string | null } {
  if (!agent) return { browser: null, system: null };
  const browser = nameIn(BROWSERS, agent) ?? (/^[\w.-]+/.exec(agent)?.[0] || null);
  return { browser, system: nameIn(SYSTEMS, agent) };
}
