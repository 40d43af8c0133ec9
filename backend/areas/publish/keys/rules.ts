// Rules of keys: until when one works, what is wrong with one, and what an edit leaves of it.
import { isIP } from 'node:net';
import { dayAt, startOfDay } from '../../../../contract/dates';
import { addDays } from '../../../../contract/jalali';
import type { Write } from '../../../../contract/schemas/publish/bits';
import type { PublishKeyEdit } from '../../../../contract/schemas/publish/key';
import type { FieldSentences, Wording } from '../../../http/errors';
import type { KeyRow } from './read';
import type { KeyParts } from './store';

/** The instant at which a key ends that works for some days more: with the last of them. */
export const endAfter = (now: Date, days: number): Date => new Date(startOfDay(addDays(dayAt(now), days + 1)));

function isNetwork(text: string): boolean {
  const [net = '', bits, ...rest] = text.split('/');
  const family = isIP(net);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** What the layers of a key may take, by layer; one that is missing is closed. */
export type Open = ReadonlyMap<number, Record<Write, boolean>>;

/** What no schema knows: layers that are closed or let nothing be written, and networks that are none. */
export function keyProblems(
  parts: PublishKeyEdit,
  open: Open,
  words: { closed: Wording; writes: Wording },
): FieldSentences {
  const problems: FieldSentences = {};
  const { layers = [], addresses = [] } = parts;
  const isMore = ({ layer, ...wish }: (typeof layers)[number]) => {
    const may = open.get(layer);
    return (wish.add && !may?.add) || (wish.edit && !may?.edit) || (wish.delete && !may?.delete);
  };
  if (layers.some(({ layer }) => !open.has(layer))) problems.layers = words.closed;
  else if (new Set(layers.map(({ layer }) => layer)).size < layers.length) problems.layers = 'field_wrong';
  else if (layers.some(isMore)) problems.layers = words.writes;
  if (!problems.layers && parts.in_address && layers.some((one) => one.add || one.edit || one.delete))
    problems.in_address = 'publishAddressReads';
  if (!addresses.every(isNetwork)) problems.addresses = 'publishNetwork';
  return problems;
}

/** The account that was made for a key; null where it is a person's own. */
export const accountOf = (row: KeyRow): number | null => (row.personal ? null : row.account_id);

/** The key as it would be after an edit. */
export function partsAfter(row: KeyRow, body: PublishKeyEdit, now: Date): KeyParts {
  return {
    account: accountOf(row),
    label: body.label ?? row.label,
    inAddress: body.in_address ?? row.in_address,
    addresses: body.addresses ?? row.addresses,
    regions: row.personal ? [] : [...new Set(body.regions ?? row.regions.map(({ id }) => id))],
    grants: body.layers ?? row.layers.map(({ id, label: _, ...may }) => ({ layer: id, ...may })),
    expires: body.days === undefined ? row.expires : endAfter(now, body.days),
  };
}
