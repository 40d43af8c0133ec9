// Normalises the name of a host, however a request or a setting writes it.

const LOOPBACK = new Set(['127.0.0.1', '[::1]', '::1']);

/** A host name without its port, in lower case; the names of this computer are one. */
export function hostKey(host: string): string {
  const name = host
    .trim()
    .toLowerCase()
    .replace(/^([^:]*|.*\]):\d*$/, '$1')
    .replace(/\.$/, '');
  return LOOPBACK.has(name) ? 'localhost' : name;
}
