// What a network address counts as where attempts are counted by address.

/** The key of an address: IPv4 (also mapped into IPv6) as it is; an IPv6 network of 64 bits is one household. */
export function addressKey(ip: string): string {
  const four = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1];
  if (four || !ip.includes(':')) return four ?? ip;
  const [head = '', tail] = ip.split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const all = tail === undefined ? first : [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]; // biome-ignore format: one list
  return all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
