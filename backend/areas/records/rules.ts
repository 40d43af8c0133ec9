// What may be written into a record, and what state a write leaves it in. Pure.

import { sameValue } from '../../../contract/same';
import type { Geometry } from '../../../contract/schemas/common';
import { checkValues, type Field, type Values } from '../../../contract/schemas/form';
import { type Placed, typeOf } from '../../geo/geometry';
import { requirePlace } from '../../geo/require-place';
import { factsFor } from '../../geo/shape-facts';
import { Refusal } from '../../http/errors';
import { reckonedIn } from '../layers/table/reckon';

/**
 * Refuses, by name, values for read-only fields that none of `allowed` has: the record's own for an edit, those of its parts for a
 * joined one, an empty one for a new record, none for a change of many.
 */
export function checkReadOnly(form: readonly Field[], values: Values, allowed: readonly Values[]): void {
  const refused = form.filter(
    ({ name, read_only }) =>
      read_only && values[name] !== undefined && !allowed.some((had) => sameValue(had[name], values[name])),
  );
  if (refused.length)
    throw new Refusal(400, 'fields', {
      fields: Object.fromEntries(refused.map(({ name }) => [name, 'readOnly' as const])),
    });
}

/**
 * Values made clean by the layer's form, or a refusal that names each field. `stored` is the record that they change, null stands for
 * many records; absent for a new one. `geometry` is what the record's shape will be, for what is reckoned of it.
 */
export function cleanValues(
  form: readonly Field[],
  raw: Values,
  stored?: Values | null,
  geometry: Geometry | null = null,
): Values {
  const shape = factsFor(form, () => geometry);
  const { values, problems } = checkValues(form, raw, { shape, ...(stored !== undefined && { stored }) });
  if (Object.keys(problems).length) throw new Refusal(400, 'fields', { fields: problems });
  return values;
}

/** A record's values with what the form reckons of them and of its shape. */
export const reckoned = reckonedIn;

/** The values of another part of a divided record: what is unique stays with the first. */
export const splitValue = (form: readonly Field[], value: Values, geometry: Geometry | null): Values =>
  reckoned(
    form,
    { ...value, ...Object.fromEntries(form.flatMap((f) => (f.unique ? [[f.name, null]] : []))) },
    geometry,
  );

/** The values of fields that nobody may write, but that begin with something: of those alone that `first` has. */
export const readOnlyOf = (form: readonly Field[], values: Values, first: Values = values): Values =>
  Object.fromEntries(
    form.flatMap(({ name, read_only }) => (read_only && name in first ? [[name, values[name] ?? null]] : [])),
  );

/** Where a geometry lies, or why a layer of this type cannot take it. */
export function cleanGeometry(layerType: number, geometry: Geometry | null): Placed | null {
  if (layerType === 0) {
    if (geometry) throw new Refusal(400, 'geometryNotAllowed');
    return null;
  }
  if (!geometry) throw new Refusal(400, 'geometryMissing');
  if (typeOf(geometry) !== layerType) throw new Refusal(400, 'geometryKind');
  if (!isClosed(geometry)) throw new Refusal(400, 'geometryInvalid');
  return requirePlace(geometry);
}

/** Whether every ring of a polygon ends where it begins; other shapes have none. */
export function isClosed(geometry: Geometry): boolean {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons.flat().every((ring) => {
    const [first, last] = [ring[0], ring.at(-1)];
    return first?.[0] === last?.[0] && first?.[1] === last?.[1] && first?.[2] === last?.[2];
  });
}

/** What may be sorted by: the columns that every record has, and the fields of its form. */
export function sortOf(
  form: readonly Field[],
  order: string | undefined,
): { by: 'id' | 'created' | 'modified' | 'status' | 'creator_id' | Field; down: boolean } {
  const down = order?.startsWith('-') ?? false;
  const name = (order ?? 'id').replace(/^-/, '');
  if (name === 'id') return { by: 'id', down };
  if (name === 'create_date') return { by: 'created', down };
  if (name === 'modified_date') return { by: 'modified', down };
  if (name === 'status') return { by: 'status', down };
  if (name === 'creator_user') return { by: 'creator_id', down };
  const field = name.startsWith('value__') ? form.find((f) => f.name === name.slice(7)) : undefined;
  if (!field) throw new Refusal(400, 'sortField', { params: { key: name } });
  return { by: field, down };
}
