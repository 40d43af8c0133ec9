// When two values or shapes of a record count as the same, on both sides of the wire.
import type { Geometry } from './schemas/common';
import type { Value } from './schemas/form';

/** A missing value and an empty one are the same to a reader. */
export const sameValue = (a: Value | undefined, b: Value | undefined): boolean => (a ?? '') === (b ?? '');

/** The same shape, ordinate by ordinate. */
export const sameGeometry = (a: Geometry | null, b: Geometry | null): boolean =>
  a === b || (a !== null && b !== null && a.type === b.type && sameText(a.coordinates, b.coordinates));
const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
