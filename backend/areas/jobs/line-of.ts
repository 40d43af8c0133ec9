// One row of a source, checked by the form and made into a line of COPY.
import { createHash } from 'node:crypto';
import { checkValues, type Values } from '../../../contract/schemas/form';
import type { Db } from '../../db/engine';
import { listKeys } from '../../db/unique-index';
import { MAX_VERTICES, place, typeOf } from '../../geo/geometry';
import { factsFor } from '../../geo/shape-facts';
import { partition } from '../../geo/tiles';
import { copyLine } from './copy-lines';
import type { Box, Loading, SourceRow } from './load';

type Outcome = { line: string; box: Box | null; values: Values } | { reason: string };

/** One row ready for COPY, or why it is refused. */
export function lineOf(row: SourceRow, l: Loading): Outcome {
  if (row.problem) return { reason: row.problem };
  const raw: Values = {};
  for (const { source, field } of l.fields) raw[field] = row.values[source] ?? null;
  const { values, problems } = checkValues(l.form, raw, {
    jalali: true,
    shape: factsFor(l.form, l.type === 0 ? null : row.geometry),
  });
  const [wrong] = Object.entries(problems);
  if (wrong) return { reason: `${wrong[0]}: ${wrong[1]}` };
  const geometry = l.type === 0 ? null : row.geometry;
  if (l.type > 0 && !geometry) return { reason: 'geometryMissing' };
  const placed = geometry && place(geometry);
  if (geometry && !placed) return { reason: 'geometryPlace' };
  if (geometry && typeOf(geometry) !== l.type) return { reason: 'geometryKind' };
  if (placed && placed.vertices > MAX_VERTICES) return { reason: 'geometryBig' };
  const line = copyLine({ status: l.status, geometry, placed, value: values, account: l.account, form: l.form });
  return { line, box: placed?.bbox ?? null, values };
}

/**
 * Refuses a row whose value of a unique field another row before it has, or a record of the layer. Rows that know their record by a key
 * may be that record: of those the index decides.
 */
export async function twinGuard(db: Db, l: Loading): Promise<(outcome: Outcome) => Outcome> {
  const fields = l.lasting ? [] : l.form.filter(({ unique }) => unique);
  const keys = new Map<string, Set<string>>();
  for (const { name } of fields) keys.set(name, await listKeys(db, partition(l.layer), name));
  return (outcome) => {
    if ('reason' in outcome) return outcome;
    for (const [name, used] of keys) {
      const value = outcome.values[name] ?? null;
      if (value === null) continue;
      const key = createHash('md5').update(String(value)).digest('hex');
      if (used.has(key)) return { reason: `${name}: unique` };
      used.add(key);
    }
    return outcome;
  };
}
