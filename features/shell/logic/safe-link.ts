// Which links of a help text may be followed: the product's rule, to the letter.

/** What a refused address becomes. The renderer never puts it into a page: it leaves the link without an address. */
export const VOID_ADDRESS = 'javascript:void(0)';
const SCHEMES = ['http', 'https', 'mailto', 'tel'];

/**
 * The address itself where it is relative (# or /), has no scheme, or one of four; a colon after ? or # begins no scheme.
 * Else the inert void address.
 */
export function safeLink(address: string): string {
  const url = address.trim();
  if (url.startsWith('#') || url.startsWith('/')) return url;
  const colon = url.indexOf(':');
  if (colon === -1) return url;
  if (SCHEMES.includes(url.slice(0, colon).toLowerCase())) return url;
  for (const mark of ['?', '#']) {
    const at = url.indexOf(mark);
    if (at !== -1 && colon > at) return url;
  }
  return VOID_ADDRESS;
}
