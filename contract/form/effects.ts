// What a new form does to the records that there are: counted, with samples, one pass over them. Pure.
import { hasNoValue, isChoice } from '../fields';
import { rulesOf } from '../filters/match';
import { checkValue, type Field, isRequired, isVisible, type Value, type Values } from '../schemas/form';
import type { FormEffect } from '../schemas/forms/form-check';
import { canonical } from './changes';
import { converted } from './convert';

export const MAX_SAMPLES = 3;
/** Removed choices that are told one by one. */
const MAX_CHOICE_EFFECTS = 200;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const hasValue = (field: Field) => !hasNoValue(field) && field.type !== 'computed';
const differs = (a: Field, b: Field, ...parts: (keyof Field)[]) =>
  parts.some((part) => canonical(a[part]) !== canonical(b[part]));

interface Work {
  before: Field | null;
  after: Field;
  /** Values must be read anew: of another type, or by other choices. */
  isRetyped: boolean;
  isRequiredAnew: boolean;
  isLimitedAnew: boolean;
  isUniqueAnew: boolean;
}

/** What has to be looked at in the values of each field. */
function worksOf(before: readonly Field[], after: readonly Field[]): Work[] {
  const old = new Map(before.map((field) => [field.name, field]));
  return after.filter(hasValue).flatMap((field) => {
    const was = old.get(field.name) ?? null;
    const work: Work = {
      before: was,
      after: field,
      isRetyped: was === null || was.type !== field.type || (isChoice(field) && differs(was, field, 'choices')),
      isRequiredAnew:
        (field.required || field.required_if !== undefined) &&
        (was === null || differs(was, field, 'required', 'required_if', 'visible_if')),
      isLimitedAnew: was !== null && differs(was, field, 'min', 'max', 'pattern', 'precision'),
      isUniqueAnew: field.unique === true && was?.unique !== true,
    };
    return work.isRetyped || work.isRequiredAnew || work.isLimitedAnew || work.isUniqueAnew ? [work] : [];
  });
}

const LIMITS: ReadonlySet<string> = new Set(['min', 'max', 'pattern', 'phone', 'email', 'url', 'national_code', 'postal_code', 'plate', 'sheba']); // biome-ignore format: one list

export interface StoredRecord {
  id: number;
  value: Values;
}

/** Counts of a pass: `add` takes each record, `result` gives the effects that there are. */
export function createEffects(before: readonly Field[], after: readonly Field[]) {
  const names = new Set(after.map(({ name }) => name));
  const removed = before.filter((field) => hasValue(field) && !names.has(field.name));
  const works = worksOf(before, after);
  const effects = new Map<string, FormEffect>();
  const valuesByField = new Map<string, Set<string>>();

  const note = (kind: FormEffect['kind'], field: Field, id: number, value: Value, choice?: string) => {
    const key = JSON.stringify([kind, field.name, choice ?? null]);
    let effect = effects.get(key);
    if (!effect) {
      effect = { field: field.name, label: field.label, kind, count: 0, capped: false, samples: [], ...(choice !== undefined && { choice }) }; // biome-ignore format: one line
      effects.set(key, effect);
    }
    effect.count++;
    if (effect.samples.length < MAX_SAMPLES) effect.samples.push({ id, value });
  };
  const noteChoices = (field: Field, id: number, value: Value) => {
    const offered = new Set(field.choices?.map((choice) => choice.value));
    for (const one of [value].flat()) if (!offered.has(String(one))) note('choice', field, id, value, String(one));
  };
  /** Converted values that others have as well. */
  const noteTwin = (field: Field, id: number, value: Value) => {
    const values = valuesByField.get(field.name) ?? new Set<string>();
    valuesByField.set(field.name, values);
    const text = JSON.stringify(value);
    if (values.has(text)) note('unique', field, id, value);
    values.add(text);
  };
  const addWork = (work: Work, { id, value: values }: StoredRecord) => {
    const { before: was, after: field } = work;
    const raw = values[field.name] ?? null;
    if (isEmpty(raw)) {
      if (work.isRequiredAnew && isVisible(after, field, values) && isRequired(after, field, values))
        note('required', field, id, null);
      return;
    }
    const value = work.isRetyped ? converted(field, raw) : raw;
    if (value === undefined) {
      if (was && isChoice(was) && was.type === field.type) noteChoices(field, id, raw);
      else note('type', field, id, raw);
      return;
    }
    if (was && was.type !== field.type) conversions.set(field.name, (conversions.get(field.name) ?? 0) + 1);
    if (work.isLimitedAnew) {
      const checked = checkValue({ ...field, required: false }, value);
      if ('problem' in checked && LIMITS.has(checked.problem)) note('limit', field, id, raw);
    }
    if (work.isUniqueAnew) noteTwin(field, id, value);
  };
  const conversions = new Map<string, number>();
  return {
    /** Whether records have to be read at all. */
    isNeeded: removed.length + works.length > 0,
    add(record: StoredRecord) {
      for (const field of removed) {
        const value = record.value[field.name] ?? null;
        if (!isEmpty(value)) note('removed', field, record.id, value);
      }
      for (const work of works) addWork(work, record);
    },
    /** In the order of the form, what is removed first. `isCapped`: not every record was looked at. */
    result(isCapped: boolean): FormEffect[] {
      // A change of type is told where all values fit as well: they become others.
      for (const [name, converts] of conversions) {
        const field = after.find((one) => one.name === name) as Field;
        const key = JSON.stringify(['type', name, null]);
        const effect = effects.get(key) ?? { field: name, label: field.label, kind: 'type' as const, count: 0, capped: false, samples: [] }; // biome-ignore format: one line
        effects.set(key, { ...effect, converts });
      }
      const order = [...removed, ...after].map(({ name }) => name);
      const all = [...effects.values()].sort(
        (a, b) => order.indexOf(a.field) - order.indexOf(b.field) || b.count - a.count,
      );
      return all.slice(0, MAX_CHOICE_EFFECTS).map((effect) => ({ ...effect, capped: isCapped }));
    },
  };
}

/** Fields of the new form whose conditions look at a field that is gone. */
export function conditionsOn(after: readonly Field[], name: string): boolean {
  return after.some(
    ({ visible_if, required_if, warn_if, parent_field }) =>
    [visible_if, required_if, warn_if?.when].some((condition) => condition && rulesOf(condition).some((rule) => rule.field === name)) || parent_field === name, // biome-ignore format: one line
  );
}
