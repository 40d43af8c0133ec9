// What a type of question is here. Pure.
import type { Field } from '../../schemas/form';
import type { LossReason } from '../sheets';

interface FieldKind {
  kind: 'field';
  field: Partial<Field> & Pick<Field, 'type'>;
  loss?: LossReason;
}
export interface ChoiceKind {
  kind: 'choice';
  isSeveral: boolean;
  list: string;
  loss?: LossReason;
}
/** What becomes a field. */
export type Question = FieldKind | ChoiceKind | { kind: 'range' };
export type Kind =
  | Question
  | { kind: 'shape'; type: number }
  | { kind: 'begin' | 'end'; isRepeat: boolean }
  | { kind: 'lost'; reason: LossReason };

const field = (type: Field['type'], rest: Partial<Field> = {}, loss?: LossReason): Kind => ({
  kind: 'field',
  field: { type, ...rest },
  ...(loss && { loss }),
});
const lost = (reason: LossReason): Kind => ({ kind: 'lost', reason });
const selfMade = (first: 'today' | 'now' | 'user'): Partial<Field> => ({ read_only: true, default: { kind: first } });

const KINDS: Readonly<Record<string, Kind>> = {
  text: field('text'),
  string: field('text'),
  integer: field('integer'),
  int: field('integer'),
  decimal: field('decimal'),
  range: { kind: 'range' },
  date: field('date'),
  time: field('time'),
  datetime: field('datetime'),
  image: field('image'),
  photo: field('image'),
  file: field('file'),
  audio: field('file', {}, 'kind'),
  video: field('file', {}, 'kind'),
  barcode: field('barcode'),
  note: field('note'),
  calculate: field('computed'),
  acknowledge: field('boolean', {}, 'kind'),
  trigger: field('boolean', {}, 'kind'),
  hidden: field('text', { read_only: true }, 'kind'),
  geopoint: { kind: 'shape', type: 1 },
  geotrace: { kind: 'shape', type: 2 },
  geoshape: { kind: 'shape', type: 3 },
  today: field('date', selfMade('today')),
  start: field('datetime', selfMade('now')),
  username: field('text', selfMade('user')),
};
/** What the program that collects notes of itself. */
const META = new Set(['end', 'deviceid', 'subscriberid', 'simserial', 'phonenumber', 'phone_number', 'email', 'audit', 'start_geopoint', 'background_audio', 'background_geopoint', 'device_id', 'sim_serial']); // biome-ignore format: one list

const CHOICE = /^(select_one|select_1|select1|select_multiple|rank)(?:_from)?\s+(\S+)(?:\s+(or_other))?$/i;

/** The kind of question that the text of a type names. */
export function kindOf(text: string): Kind {
  const type = text.trim().replace(/\s+/g, ' ');
  const words = type.toLowerCase().replaceAll(' ', '_').replaceAll('-', '_');
  if (/^(select_(one|multiple)_(from_file|external)|select_one_external|xml_external|csv_external)/.test(words))
    return lost('external');
  const block = /^(begin|end)_(group|repeat|loop)$/.exec(words);
  if (block) return { kind: block[1] as 'begin' | 'end', isRepeat: block[2] !== 'group' };
  const choice = CHOICE.exec(type.replace(/^select (one|multiple)/i, 'select_$1'));
  if (choice) {
    const [, command = '', list = '', other] = choice;
    const isRank = command.toLowerCase() === 'rank';
    const loss = other ? 'other' : isRank ? 'order' : undefined;
    return { kind: 'choice', isSeveral: isRank || /multiple/i.test(command), list, ...(loss && { loss }) };
  }
  if (META.has(words)) return lost('meta');
  return Object.hasOwn(KINDS, words) ? (KINDS[words] as Kind) : lost('type');
}
