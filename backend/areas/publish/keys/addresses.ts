// From which addresses a key may be used.
import { BlockList, isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 address that travels inside IPv6 is the IPv4 address. */
export const plainAddress = (ip: string): string => MAPPED.exec(ip)?.[1] ?? ip;

const familyOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/** Whether `ip` lies in one of the networks, which are written as PostgreSQL writes a cidr; no network is every address. */
export function isAllowedAddress(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const plain = plainAddress(ip);
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [net = '', bits] = network.split('/');
    list.addSubnet(net, bits === undefined ? (isIP(net) === 6 ? 128 : 32) : Number(bits), familyOf(net));
  }
  return list.check(plain, familyOf(plain));
}
