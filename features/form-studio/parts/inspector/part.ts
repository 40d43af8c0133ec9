// What every part of the inspector works with.
import type { Field } from '@/contract/schemas/form';
import type { Item } from '../../logic/document';

export type Patch = Partial<Record<keyof Field, unknown>>;

export interface PartProps {
  item: Item;
  /** The fields that stand before this one. */
  before: readonly Field[];
  onPatch: (patch: Patch) => void;
  /** The sentence of what is wrong with a part of the field; null where nothing is. */
  errorOf: (part: keyof Field) => string | null;
  /** Whose values are suggested; null for a layer that is not made yet. */
  layer: number | null;
}
