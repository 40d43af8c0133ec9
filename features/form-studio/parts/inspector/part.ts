// What every part of the inspector works with.
import { FIELDS } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import type { Item } from '../../logic/document';

export type Patch = Partial<Record<keyof Field, unknown>>;

export interface PartProps {
  item: Item;
  /** The fields that stand before this one. */
  before: readonly Field[];
  onPatch: (patch: Patch) => void;
  /** Changes several fields in one step. */
  onItems: (change: (items: readonly Item[]) => readonly Item[]) => void;
  /** The sentence of what is wrong with a part of the field; null where nothing is. */
  errorOf: (part: keyof Field) => string | null;
  /** Whose values are suggested; null for a layer that is not made yet. */
  layer: number | null;
  /** The field as the server has it; null for one that is new. */
  savedField: Field | null;
}

/** Whether the type of a field reads a part of its definition. */
export const reads = ({ type }: Field, part: keyof Field): boolean => FIELDS[type].parts.some((one) => one === part);
