// What a query over records means, read in JavaScript from its grammar (contract/schemas/query.ts and record-filter.ts) and knowing
// nothing of SQL; with random queries, records and the form that they are of.

import fc from 'fast-check';
import { startOfDay } from '../../contract/dates';
import { choicesOf } from '../../contract/fields/choice';
import { fold } from '../../contract/fold';
import type { Field, Value, Values } from '../../contract/schemas/form';
import {
  type Comparison,
  type QueryNode,
  QueryTree,
  type RelationRule,
  type Scalar,
} from '../../contract/schemas/query';
import { random } from '../random';
import { comparePlain } from './compare';
import {
  type Box,
  boxShape,
  isMeeting,
  isPlaced,
  type NamedBoxes,
  near,
  type OracleShape,
  relation,
  shapes,
} from './place';

export interface OracleRecord {
  id: number;
  value: Values;
  status: number;
  creator: number | null;
  /** ISO UTC. */
  created: string;
  /** ISO UTC. */
  modified: string;
  /** Something waits beside it; `returned` where it was sent back. */
  beside: 'nothing' | 'edit' | 'returned';
  shape: OracleShape;
}
const WORDS = ['یزد', 'يزد', 'تهران', 'تهرا‌ن', 'كَرَج', 'کرج', 'ABC', 'abc', '12', '۱۲', '٣', '50%', 'a_b', 'a\\b', "o'x", '"q"', '=x', '~', '5..8', ' a  b ', '']; // biome-ignore format: one list
const CHOICES = ['چاه', 'چشمه', 'قنات', 'Well'];
const DAYS = ['2020-01-01', '2020-06-15', '2021-03-21'];
/** The last instants of a day in Tehran and the first ones of the next. */
const MOMENTS = DAYS.flatMap((day) => [-1, 0, 1].map((ms) => new Date(Date.parse(startOfDay(day)) + ms).toISOString()));

export const ORACLE_FORM: Field[] = [
  { name: 'name', label: 'نام', type: 'text' },
  { name: 'شرح کوتاه', label: 'شرح', type: 'long_text' },
  { name: 'kind', label: 'نوع', type: 'choice', choices: choicesOf(...CHOICES) },
  { name: 'population', label: 'جمعیت', type: 'integer', min: 5 },
  { name: 'area', label: 'مساحت', type: 'decimal' },
  { name: 'founded', label: 'تاریخ', type: 'date' },
  { name: 'seen', label: 'بازدید', type: 'datetime' },
  { name: 'open', label: 'باز', type: 'boolean' },
];

const texts = fc.constantFrom(...WORDS, '%', '_', '\\', 'زد', 'ر');
const OPERANDS: Record<string, fc.Arbitrary<Scalar>> = {
  name: texts,
  'شرح کوتاه': texts,
  kind: fc.constantFrom(...CHOICES, 'چ', 'well'),
  population: fc.constantFrom<Scalar[]>(0, 1, 7, '۷', '12', 40, -3, 1.5),
  area: fc.constantFrom<Scalar[]>(0, 0.5, '۰٫۵', -1.25, 7, '1e1'),
  founded: fc.constantFrom(...DAYS, '۲۰۲۰-۰۶-۱۵', '۱۳۹۹/۰۳/۲۶', '1400/1/1', '2020-06-16'),
  seen: fc.constantFrom(...DAYS, ...MOMENTS, '1400/01/01'),
  open: fc.constantFrom<Scalar[]>(true, false, 'true', '0'),
  id: fc.integer({ min: 1, max: 700 }),
  status: fc.constantFrom<Scalar[]>(1, 2, 3, '۴', 5),
  creator: fc.constantFrom<Scalar[]>(1, 2, '3'),
  create_date: fc.constantFrom(...DAYS, ...MOMENTS, '۱۳۹۹/۰۳/۲۶'),
  modified_date: fc.constantFrom(...DAYS, ...MOMENTS, '1400/1/1'),
};
const COLUMNS = ['id', 'status', 'creator', 'create_date', 'modified_date'];
const ORDERED: Comparison[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const ONE: Record<string, Comparison[]> = {
  name: [...ORDERED, 'contains', 'starts', 'ends'],
  'شرح کوتاه': ['eq', 'contains', 'ends'],
  kind: ['eq', 'ne', 'contains'],
  open: ['eq', 'ne'],
};

/** Rules about one value. */
export const comparison = fc.constantFrom(...Object.keys(OPERANDS)).chain((name): fc.Arbitrary<QueryNode> => {
  const about: Record<string, fc.Arbitrary<string>> = COLUMNS.includes(name)
    ? { column: fc.constant(name) }
    : { field: fc.constant(name) };
  const operand = OPERANDS[name] as fc.Arbitrary<Scalar>;
  const rule = (is: Comparison[], value: fc.Arbitrary<unknown>) =>
    fc.record({ ...about, is: fc.constantFrom(...is), value });
  return fc.oneof(
    { weight: 6, arbitrary: rule(ONE[name] ?? ORDERED, operand) },
    { weight: 2, arbitrary: rule(['in'], fc.array(operand, { minLength: 1, maxLength: 3 })) },
    { weight: name === 'open' ? 0 : 2, arbitrary: rule(['between'], fc.tuple(operand, operand)) },
    { weight: 1, arbitrary: fc.record({ ...about, is: fc.constantFrom<Comparison[]>('empty', 'not_empty') }) },
  ) as unknown as fc.Arbitrary<QueryNode>;
});
/** Rules, and groups of them. */
export const groups = (rule: fc.Arbitrary<QueryNode>) =>
  fc.letrec<{ node: QueryNode }>((again) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      rule,
      fc.array(again('node'), { maxLength: 4 }).map((and) => ({ and })),
      fc.array(again('node'), { maxLength: 3 }).map((or) => ({ or })),
      again('node').map((not) => ({ not })),
    ),
  })).node;
/** Queries of every kind of rule, as far as the grammar takes them; `boxes` tells the regions and projects that there are. */
export function queries({ regions, projects }: NamedBoxes): fc.Arbitrary<QueryNode> {
  const rule = fc.oneof(
    { weight: 10, arbitrary: comparison },
    fc.record({ place: relation, geometry: shapes }),
    near,
    fc.record({ place: relation, region: fc.constantFrom(...regions.keys()) }),
    fc.record({ project: fc.constantFrom(...projects.keys()) }),
    fc.record({ waiting: fc.boolean() }),
    fc.record({ search: fc.constantFrom(...WORDS.filter(Boolean), 'abc 12', '7', '2020', '0.5', 'چشمه') }),
  ) as fc.Arbitrary<QueryNode>;
  return groups(rule).filter((node) => QueryTree.safeParse(node).success);
}
/** Records without ids, the same for the same seed: points, and boxes around them. None has an edge at a whole degree, as queries have. */
export function oracleRecords(count: number, seed: number): Omit<OracleRecord, 'id'>[] {
  const next = random(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const oneOrNull = <T extends Value>(of: readonly T[]) => (next() < 0.2 ? null : one(of));
  return Array.from({ length: count }, (_, i) => ({
    value: {
      name: oneOrNull(WORDS),
      'شرح کوتاه': oneOrNull(WORDS),
      kind: oneOrNull(CHOICES),
      population: next() < 0.2 ? null : Math.floor(next() * 50),
      area: oneOrNull([0, 0.5, -1.25, 7.75, 10]),
      founded: oneOrNull(DAYS),
      seen: oneOrNull(MOMENTS),
      open: oneOrNull([true, false]),
    },
    status: one([1, 2, 3, 3, 3, 4, 5]),
    creator: one([1, 2, 3, null]),
    created: one(MOMENTS),
    beside: one(['nothing', 'nothing', 'edit', 'returned'] as const),
    modified: one(MOMENTS),
    shape: shapeAround([50.1 + (i % 12), 30.1 + (i % 11)], one([0, 0, 0.3, 1.3])),
  }));
}

function shapeAround([x, y]: readonly [number, number], reach: number): OracleShape {
  if (reach === 0) return { type: 'Point', coordinates: [x, y] };
  return boxShape([x - reach, y - reach, x + reach, y + reach]);
}

/** The records that a rule about related ones is about. */
type RelatedTo = (rule: RelationRule, record: OracleRecord) => readonly OracleRecord[];

/** Whether a record passes a query. */
export function passes(
  node: QueryNode,
  record: OracleRecord,
  boxes: NamedBoxes,
  relatedTo?: RelatedTo,
  form: readonly Field[] = ORACLE_FORM,
): boolean {
  if ('and' in node) return node.and.every((n) => passes(n, record, boxes, relatedTo, form));
  if ('or' in node) return node.or.some((n) => passes(n, record, boxes, relatedTo, form));
  if ('not' in node) return !passes(node.not, record, boxes, relatedTo, form);
  if ('search' in node) {
    const own = Object.values(record.value).filter((v) => typeof v === 'string' || typeof v === 'number');
    const words = fold(node.search).split(' ').filter(Boolean);
    return words.every((word) => own.some((v) => fold(String(v)).includes(word)));
  }
  if ('waiting' in node)
    return node.waiting === (record.status <= 2 || (record.status === 3 && record.beside === 'edit'));
  if ('project' in node) return isMeeting(record.shape, boxShape(boxes.projects.get(node.project) as Box));
  if ('relation' in node) return (relatedTo?.(node, record) ?? []).some((other) => passes(node.related, other, boxes));
  if ('place' in node) return isPlaced(node, record.shape, boxes);
  if (node.is === 'ne') return !passes({ ...node, is: 'eq' }, record, boxes);
  const value =
    'field' in node
      ? (record.value[node.field] ?? null)
      : { id: record.id, status: record.status, creator: record.creator, create_date: record.created, modified_date: record.modified }[node.column]; // biome-ignore format: one list
  if (node.is === 'empty') return value === null || value === '';
  if (node.is === 'not_empty') return value !== null && value !== '';
  if (value === null) return false;
  const column = 'column' in node ? (node.column.endsWith('date') ? 'datetime' : 'integer') : undefined;
  const type = column ?? form.find(({ name }) => 'field' in node && name === node.field)?.type;
  return comparePlain(type as Field['type'], value, node.is, [node.value].flat() as Scalar[]);
}
