// What can be put into a form, in the groups in which it is offered. Pure.
import { FIELD_TYPES, type FieldType } from '@/contract/fields';
import { fold } from '@/contract/fold';
import { type Field, PRESETS, type Preset } from '@/contract/schemas/form';

/** A type of field, or a text of a known form. */
export type Kind = FieldType | Preset;
export const GROUPS = ['text', 'number', 'date', 'choice', 'attachment', 'iranian', 'structure'] as const;
export type Group = (typeof GROUPS)[number];

const GROUP_OF: Record<Kind, Group> = {
  text: 'text',
  long_text: 'text',
  email: 'text',
  url: 'text',
  integer: 'number',
  decimal: 'number',
  date: 'date',
  datetime: 'date',
  boolean: 'choice',
  choice: 'choice',
  phone: 'iranian',
  national_code: 'iranian',
  postal_code: 'iranian',
  plate: 'iranian',
  sheba: 'iranian',
};

/** Those that forms have most. */
export const COMMON: readonly Kind[] = ['text', 'integer', 'date', 'choice', 'boolean'];
export const KINDS: readonly Kind[] = [...FIELD_TYPES, ...PRESETS];

const isPreset = (kind: Kind): kind is Preset => PRESETS.some((preset) => preset === kind);

/** The kind under which a field stands in the palette. */
export const kindOf = ({ type, pattern }: Pick<Field, 'type' | 'pattern'>): Kind =>
  type === 'text' && pattern && 'preset' in pattern ? pattern.preset : type;

/** A new field of a kind; its name is made of the label. */
export function newField(kind: Kind, label: string, choices: readonly string[]): Omit<Field, 'name'> {
  if (isPreset(kind)) return { label, type: 'text', pattern: { preset: kind } };
  return { label, type: kind, ...(kind === 'choice' && { choices: [...choices] }) };
}

export interface PaletteGroup {
  id: 'common' | Group;
  kinds: readonly Kind[];
}

/** The groups with the kinds whose names hold every word; without words the common ones come first. */
export function searchPalette(text: string, nameOf: (kind: Kind) => string): PaletteGroup[] {
  const words = fold(text).split(' ').filter(Boolean);
  const isMatch = (kind: Kind) => {
    const name = fold(`${nameOf(kind)} ${kind}`);
    return words.every((word) => name.includes(word));
  };
  const groups = GROUPS.map((id) => ({ id, kinds: KINDS.filter((kind) => GROUP_OF[kind] === id && isMatch(kind)) }));
  const common: PaletteGroup[] = words.length > 0 ? [] : [{ id: 'common', kinds: COMMON }];
  return [...common, ...groups].filter(({ kinds }) => kinds.length > 0);
}
