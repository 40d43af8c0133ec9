// What can be put into a form, in the groups in which it is offered. Pure.
import { FIELD_TYPES, FIELDS, type FieldType, isChoice } from '@/contract/fields';
import { choicesOf } from '@/contract/fields/choice';
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
  time: 'date',
  boolean: 'choice',
  choice: 'choice',
  multi_choice: 'choice',
  reference: 'choice',
  file: 'attachment',
  image: 'attachment',
  signature: 'attachment',
  barcode: 'text',
  computed: 'number',
  section: 'structure',
  note: 'structure',
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
  return { label, type: kind, ...(isChoice({ type: kind }) && { choices: choicesOf(...choices) }) };
}

const ALWAYS: readonly (keyof Field)[] = ['name', 'label', 'type', 'hint', 'width', 'visible_if'];

/** What changes in a field when it becomes one of another kind: what the new type does not read goes. */
export function becomes(field: Field, kind: Kind): Partial<Record<keyof Field, unknown>> {
  const type = isPreset(kind) ? 'text' : kind;
  const parts = new Set<string>([...FIELDS[type].parts, ...ALWAYS]);
  const unread = (Object.keys(field) as (keyof Field)[]).filter((part) => !parts.has(part));
  // Limits of one type are no limits of another, and a value to begin with is of the type.
  const lost = type === field.type ? [] : (['min', 'max', 'default'] as const);
  return {
    ...Object.fromEntries([...unread, ...lost].map((part) => [part, undefined])),
    type,
    pattern: isPreset(kind) ? { preset: kind } : undefined,
  };
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
