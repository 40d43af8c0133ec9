// Where the rows of a file belong: which regions they are by their code, and inside which others. Pure.
import { fold } from '../../../../contract/fold';
import type { Sentence } from '../../../http/errors';
import type { FileShape } from './read';

/** A region that is there already. */
export interface Standing {
  id: number;
  label: string;
  code_key: string | null;
  parent: number | null;
}
/** A region above: one that is there, or the row of the file that brings it. */
type Above = { id: number } | { row: number };

export interface PlacedShape extends FileShape {
  /** The region that has the code already; null makes a new one. */
  id: number | null;
  /** Undefined where the file says nothing of it. */
  above: Above | undefined;
  twin: boolean;
}
export interface Placing {
  placed: PlacedShape[];
  rejects: { row: number; problem: Sentence }[];
}

const countBy = (texts: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

/** Finds regions by their code, else by a label that only one of them has. */
function createFinder(shapes: readonly FileShape[], standing: readonly Standing[]) {
  const byCode = new Map<string, Above>();
  for (const { id, code_key } of standing) if (code_key !== null) byCode.set(code_key, { id });
  const standingCodes = new Map(byCode);
  for (const { row, code } of shapes) if (code !== null && !byCode.has(fold(code))) byCode.set(fold(code), { row });
  const labels = new Map<string, Above[]>();
  const add = (label: string, above: Above) => labels.set(fold(label), [...(labels.get(fold(label)) ?? []), above]);
  for (const { id, label } of standing) add(label, { id });
  for (const { row, label, code } of shapes) if (code === null || !standingCodes.has(fold(code))) add(label, { row });
  return (name: string): Above | undefined => {
    const named = labels.get(fold(name)) ?? [];
    return byCode.get(fold(name)) ?? (named.length === 1 ? named[0] : undefined);
  };
}

const keyOf = (above: Above) => ('id' in above ? `id ${above.id}` : `row ${above.row}`);

/** Rows that would lie inside themselves, through other rows and regions. */
function findCircles(placed: readonly PlacedShape[], standing: readonly Standing[]): Set<number> {
  const up = new Map<string, string>();
  for (const { id, parent } of standing) if (parent !== null) up.set(`id ${id}`, `id ${parent}`);
  for (const shape of placed)
    if (shape.above) up.set(keyOf(shape.id === null ? { row: shape.row } : { id: shape.id }), keyOf(shape.above));
  const inCircle = (start: string) => {
    const passed = new Set<string>();
    for (let at = up.get(start); at !== undefined && !passed.has(at); at = up.get(at)) {
      if (at === start) return true;
      passed.add(at);
    }
    return false;
  };
  return new Set(placed.filter(({ id, row }) => inCircle(keyOf(id === null ? { row } : { id }))).map(({ row }) => row));
}

/** What becomes of each row, and the rows that cannot be accepted. */
export function placeShapes(shapes: readonly FileShape[], standing: readonly Standing[]): Placing {
  const codes = countBy(shapes.flatMap(({ code }) => (code === null ? [] : [fold(code)])));
  const labels = countBy([...shapes, ...standing].map(({ label }) => fold(label)));
  const idByCode = new Map(
    standing.flatMap(({ id, code_key }) => (code_key === null ? [] : [[code_key, id] as const])),
  );
  const labelById = new Map(standing.map(({ id, label }) => [id, fold(label)]));
  const find = createFinder(shapes, standing);
  const rejects: Placing['rejects'] = [];
  const placed: PlacedShape[] = [];
  for (const shape of shapes) {
    const { row, code, label, parentName } = shape;
    const above = parentName === null ? undefined : find(parentName);
    if (code !== null && (codes.get(fold(code)) ?? 0) > 1)
      rejects.push({ row, problem: { wording: 'regionCodeTwice' } });
    else if (parentName !== null && !above)
      rejects.push({ row, problem: { wording: 'regionUnknownParent', params: { name: parentName.slice(0, 100) } } });
    else {
      const id = code === null ? null : (idByCode.get(fold(code)) ?? null);
      // A region that only gets its shape anew is no twin of itself.
      const same = id !== null && labelById.get(id) === fold(label) ? 2 : 1;
      placed.push({ ...shape, id, above, twin: (labels.get(fold(label)) ?? 0) > same });
    }
  }
  const circles = findCircles(placed, standing);
  for (const row of circles) rejects.push({ row, problem: { wording: 'regionCircle' } });
  return { placed: placed.filter(({ row }) => !circles.has(row)), rejects };
}
