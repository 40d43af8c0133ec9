// A CQL2 filter as a condition on records `n`. Values travel as parameters; logic has SQL's three values, as CQL2's has, and text is
// compared exactly: rules of the product's own queries fold it, which is not what a client asked for.
import { sql } from 'kysely';
import { readDay } from '../../../../contract/dates';
import { isDated, isNumeric, isTextual, isYesNo, specOf } from '../../../../contract/fields';
import { fold } from '../../../../contract/fold';
import type { CqlNode, CqlSign, Literal, Property } from '../../../../contract/ogc-api/cql2';
import type { Field } from '../../../../contract/schemas/form';
import { TRIGRAM } from '../../../../contract/schemas/query';
import { like } from '../../../db/engine';
import { place } from '../../../geo/geometry';
import { geom } from '../../../geo/shape-checks';
import type { Asking } from '../../../http/context';
import { prepareShape } from '../../records/filter';
import { fieldValue } from '../../records/record-page';
import { DoorProblem, type Published, type Sql } from './door-request';

export const GEOMETRY = 'geometry';

const refuse = (detail: string) => new DoorProblem(400, `The filter cannot be read: ${detail}.`);

/** The field of a name; a hidden one is as unknown as any other. */
function fieldOf({ fields }: Pick<Published, 'fields'>, name: string): Field {
  const field = fields.find((one) => one.name === name);
  if (!field) throw refuse(`there is no field "${name}"`);
  return field;
}

interface Side {
  column: Sql;
  /** The type of the column and of what it is compared with. */
  cast: 'float8' | 'text';
  read(literal: Literal): string | number;
}

const wrong = (field: Field, what: string) => refuse(`the value for "${field.name}" is no ${what}`);

function numberOf(field: Field, literal: Literal): number {
  const value = typeof literal === 'string' && literal.trim() !== '' ? Number(literal) : literal;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(field, 'number');
  return value;
}

const written = (literal: Literal): string =>
  typeof literal === 'object' ? ('date' in literal ? literal.date : literal.timestamp) : String(literal);

function dayOf(field: Field, literal: Literal): string {
  const day = readDay(written(literal).slice(0, 10));
  if ('problem' in day) throw wrong(field, 'day');
  return day.value;
}

/** An instant as records keep it; one without a zone is UTC. */
function instantOf(field: Field, literal: Literal): string {
  const text = written(literal).trim().replace(' ', 'T');
  const match = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text);
  const zoned = match?.[1] === undefined ? `${text}T00:00:00Z` : match[2] === undefined ? `${text}Z` : text;
  const at = match ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(at)) throw wrong(field, 'instant');
  return new Date(at).toISOString();
}

function yesNoOf(field: Field, literal: Literal): string {
  if (literal !== true && literal !== false && literal !== 'true' && literal !== 'false') throw wrong(field, 'boolean');
  return String(literal);
}

function sideOf(published: Published, { property, folds }: Property): Side & { field: Field } {
  const field = fieldOf(published, property);
  const { format } = specOf(field);
  if (format === 'list' || format === 'files') throw refuse(`"${property}" holds lists, which cannot be compared`);
  if (folds && !isTextual(field)) throw refuse(`CASEI needs a field of text, and "${property}" is none`);
  if (format === 'reference')
    return { field, column: sql`((n.value->>${sql.lit(property)})::float8)`, cast: 'float8', read: (literal) => numberOf(field, literal) }; // biome-ignore format: one line
  const column = fieldValue(field);
  if (isNumeric(field)) return { field, column, cast: 'float8', read: (literal) => numberOf(field, literal) };
  const text = sql`(${column} collate "C")`;
  // As the parser folds what it is compared with.
  if (folds) return { field, column: sql`(replace(replace(lower(${column}), 'ς', 'σ'), 'ß', 'ss') collate "C")`, cast: 'text', read: written }; // biome-ignore format: one line
  if (isYesNo(field)) return { field, column: text, cast: 'text', read: (literal) => yesNoOf(field, literal) };
  if (!isDated(field)) return { field, column: text, cast: 'text', read: written };
  const read = format === 'datetime' ? instantOf : dayOf;
  return { field, column: text, cast: 'text', read: (literal) => read(field, literal) };
}

function compared(published: Published, left: Property, sign: CqlSign, right: Literal, narrows: boolean): Sql {
  const { field, column, cast, read } = sideOf(published, left);
  const value = read(right);
  const rule = sql`${column} ${sql.raw(sign)} ${value}::${sql.raw(cast)}`;
  const folded = typeof value === 'string' ? fold(value) : '';
  // The index over a record's folded text narrows, where it folds as much as the field does; the field itself decides.
  const isIndexed = isTextual(field) && !(left.folds && /ss|σ/.test(folded));
  return narrows && sign === '=' && isIndexed && folded.length >= TRIGRAM
    ? sql`(n.search like ${like(folded)} and ${rule})`
    : sql`(${rule})`;
}

function isMissing(published: Published, name: string): Sql {
  const isPlace = name === GEOMETRY && published.row.type > 0 && !published.fields.some((one) => one.name === name);
  return isPlace ? sql`(n.geom is null)` : sql`(n.value->>${sql.lit(fieldOf(published, name).name)} is null)`;
}

function compileLeaf(
  published: Published,
  node: Exclude<CqlNode, { and: unknown } | { or: unknown } | { not: unknown }>,
  narrows: boolean,
  shapes: ReadonlyMap<CqlNode, Sql>,
): Sql {
  // biome-ignore format: one line
  if ('constant' in node) return sql.lit(node.constant);
  if ('isTrue' in node) {
    const { property } = node.isTrue;
    if (!isYesNo(fieldOf(published, property))) throw refuse(`"${property}" is no boolean, and no condition by itself`);
    return compared(published, node.isTrue, '=', true, false);
  }
  if ('isNull' in node) return isMissing(published, node.isNull.property);
  if ('compare' in node) return compared(published, node.left, node.compare, node.right, narrows);
  if ('intersects' in node) return shapes.get(node) as Sql;
  const { field, column, cast, read } = sideOf(published, node.left);
  const type = sql.raw(cast);
  if ('in' in node) return sql`(${column} = any(${node.in.map(read)}::${type}[]))`;
  if ('between' in node) return sql`(${column} between ${read(node.between[0])}::${type} and ${read(node.between[1])}::${type})`; // biome-ignore format: one line
  if (!isTextual(field)) throw refuse(`LIKE needs a field of text, and "${field.name}" is none`);
  return sql`(${column} like ${read(node.like)}::text)`;
}

function compile(published: Published, node: CqlNode, narrows: boolean, shapes: ReadonlyMap<CqlNode, Sql>): Sql {
  const under = (nodes: CqlNode[], word: 'and' | 'or') =>
    sql`(${sql.join(nodes.map((one) => compile(published, one, narrows, shapes)), sql.raw(` ${word} `))})`; // biome-ignore format: one line
  if ('and' in node) return under(node.and, 'and');
  if ('or' in node) return under(node.or, 'or');
  // What narrows is false where the field is unknown: turned round it would be true.
  if ('not' in node) return sql`(not ${compile(published, node.not, false, shapes)})`;
  return compileLeaf(published, node, narrows, shapes);
}

const childrenOf = (node: CqlNode): CqlNode[] =>
  'and' in node ? node.and : 'or' in node ? node.or : 'not' in node ? [node.not] : [];

/** Names of the fields whose numbers a filter compares: for them an index is made. */
export const propertiesOf = (node: CqlNode): string[] => [
  ...('left' in node ? [node.left.property] : []),
  ...childrenOf(node).flatMap(propertiesOf),
];

/** The condition of a filter. Asks the database whether its shapes are sound. */
export async function filterCondition(
  { engine }: Pick<Asking, 'engine'>,
  published: Published,
  tree: CqlNode,
): Promise<Sql> {
  const shapes = new Map<CqlNode, Sql>();
  const open = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    open.push(...childrenOf(node));
    if (!('intersects' in node)) continue;
    if (node.intersects !== GEOMETRY || published.row.type === 0)
      throw refuse(`there is no geometry "${node.intersects}"`);
    if (!place(node.shape)) throw refuse('a shape lies outside of the world');
    const shape = geom(await prepareShape(engine.db, node.shape));
    shapes.set(node, sql`(n.geom && ${shape} and st_intersects(n.geom, ${shape}))`);
  }
  return compile(published, tree, true, shapes);
}
