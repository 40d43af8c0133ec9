// Compares values and geometries of records, on both sides of the wire.
import type { Geometry } from './schemas/common';
import type { Value } from './schemas/form';

/** Degrees, 0.1 mm: the server returns shapes to 9 decimals. */
const STEP = 1e-9;

/** A missing value and an empty one are the same to a reader. Lists are the same in the same order. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => one === b[i]);
  return orNothing(a) === orNothing(b);
}
const orNothing = (value: Value | undefined) => (Array.isArray(value) && value.length === 0 ? '' : (value ?? ''));

/** The same shape, ordinate by ordinate, as exactly as the server keeps them. */
export const sameGeometry = (a: Geometry | null, b: Geometry | null): boolean =>
  a === b || (a !== null && b !== null && a.type === b.type && sameNumbers(a.coordinates, b.coordinates));

function sameNumbers(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b || Math.abs(Number(a) - Number(b)) < STEP;
  return a.length === b.length && a.every((one, i) => sameNumbers(one, b[i]));
}
