// The key of a request: as a password with any name, as a bearer, in a header of its own, or in the address.
import type { FastifyRequest } from 'fastify';
import type { Door } from '../../../../contract/ogc-api/names';
import type { DoorCaller } from '../keys/door-caller';
import type { DoorCallers } from '../keys/lookup';
import { DoorProblem, missing } from './door-request';

const MAX_HEADER = 500;

function secretOf(request: FastifyRequest): string | null {
  const { authorization = '', 'x-api-key': own } = request.headers;
  if (authorization.length > MAX_HEADER) return null;
  const [, scheme = '', credential = ''] = /^(\w+) +(\S+)\s*$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return credential;
  if (scheme.toLowerCase() === 'basic') {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    return colon < 0 ? null : text.slice(colon + 1);
  }
  return typeof own === 'string' ? own : null;
}

/** Without this header browsers and spreadsheets ask nobody for a key. */
const CHALLENGE = { 'www-authenticate': 'Basic realm="Pahneh", charset="UTF-8"' };

/** Whose request it is; refused with 401 where no key or a wrong one is given, with 404 where an open address leads nowhere. */
export async function doorCallerOf(request: FastifyRequest, door: Door, callers: DoorCallers): Promise<DoorCaller> {
  if (door.by === 'open') {
    const open = await callers.callerOfOpen(door.open);
    if (!open) throw missing();
    return open;
  }
  const inAddress = door.by === 'address';
  const secret = inAddress ? door.key : secretOf(request);
  const caller = secret === null ? null : await callers.callerOfKey(secret, { ip: request.ip, inAddress });
  if (!caller) throw new DoorProblem(401, 'A valid key is needed.', CHALLENGE);
  return caller;
}
