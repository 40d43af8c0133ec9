// Where a foreign database may lie: a name is looked up once, and only the address that was approved is connected to.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Refusal } from './http/errors';

// Loopback, link-local, private, shared, benchmark, documentation, multicast and reserved (IANA special-purpose registries).
const V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

const closed = new BlockList();
for (const [net, bits] of V4) closed.addSubnet(net, bits, 'ipv4');

const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
// Within the public range: Teredo, documentation, 6to4 and other ways back to an IPv4 address.
const closed6 = new BlockList();
closed6.addSubnet('2001::', 23, 'ipv6');
closed6.addSubnet('2001:db8::', 32, 'ipv6');
closed6.addSubnet('2002::', 16, 'ipv6');
closed6.addSubnet('3fff::', 20, 'ipv6');

/** Whether an address is one that anybody on the internet could reach. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,62}[a-z0-9_])?)*$/i;

/** All addresses of a name. Injected in tests. */
export type Resolve = (host: string) => Promise<string[]>;
const resolveName: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The address to connect to for a host that a person named. `own` are the hosts of our own database. Refuses with
 * 'dbUnreachable', in the very words of a database that does not answer, whatever is closed: one address of several is enough.
 */
export async function resolveAddress(
  host: string,
  allowed: ReadonlySet<string>,
  own: readonly string[],
  resolve: Resolve = resolveName,
): Promise<string> {
  const name = host.trim().toLowerCase();
  const refusal = () => new Refusal(400, 'dbUnreachable');
  // Numbers in other spellings (127.1, 0x7f000001) are names to a resolver that would make addresses of them.
  const plain = isIP(name) !== 0 || (NAME.test(name) && !/^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+))*$/i.test(name));
  if (!plain) throw refusal();
  let addresses: string[];
  try {
    addresses = isIP(name) ? [name] : await resolve(name);
  } catch {
    throw refusal();
  }
  const [first] = addresses;
  if (!first || addresses.some((address) => isIP(address) === 0)) throw refusal();
  if (allowed.has(name)) return first;
  if (own.includes(name)) throw refusal();
  if (addresses.every((address) => allowed.has(address))) return first;
  if (addresses.some((address) => !isPublic(address) || own.includes(address))) throw refusal();
  return first;
}
