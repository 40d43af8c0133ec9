// The value of a rule, by the type of what it is compared with.
'use client';
import { Autocomplete, MultiSelect, SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { api } from '@/contract';
import { isChoice, isDated, isTextual, isYesNo } from '@/contract/fields';
import type { Field, FieldType } from '@/contract/schemas/form';
import type { Comparison } from '@/contract/schemas/query';
import { useRead } from '@/lib/api/hooks';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { arity, fieldOf, type QuerySource, type Rule, typeOf } from './tree';

/** Suggestions that are offered; the most frequent values come first. */
const OFFERED = 100;

export interface ValueInputProps {
  source: QuerySource;
  rule: Rule;
  onChange: (values: readonly string[]) => void;
  invalid: boolean;
}

/** The values that the field has, the most frequent first; empty where they are of no use. */
function useSuggestions({ layer }: QuerySource, { subject }: Rule, isEnabled: boolean): string[] {
  const field = subject.of === 'field' ? subject.field : '';
  const read = useRead(
    api.records.calc,
    { params: { layer: layer ?? 0, type: 'distinct' }, query: { field } },
    { enabled: isEnabled && layer !== null && field !== '', staleTime: 60_000 },
  );
  return (read.data?.values ?? []).slice(0, OFFERED).map(({ value }) => String(value));
}

/** What all inputs have in common. */
const useLook = ({ rule, invalid }: ValueInputProps) => {
  const t = useTranslations('map.tools.query');
  return { 'aria-label': t('value'), size: 'xs' as const, error: invalid && (rule.values[0] ?? '').trim() !== '' };
};

const StatusInput = (props: ValueInputProps) => {
  const t = useTranslations('map.tools.query');
  const statuses = useRead(api.records.statuses, {}, { staleTime: 600_000 });
  const { values } = props.rule;
  return (
    <MultiSelect
      {...useLook(props)}
      data={(statuses.data ?? []).map((s) => ({ value: String(s.id), label: s.name }))}
      value={[...values]}
      onChange={props.onChange}
      placeholder={values.length === 0 ? t('choose') : undefined}
    />
  );
};

const YesNoInput = ({ rule, onChange }: ValueInputProps) => {
  const t = useTranslations('map.tools.query');
  const common = useTranslations('common.value');
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('value')}
      data={[
        { value: 'true', label: common('yes') },
        { value: 'false', label: common('no') },
      ]}
      value={rule.values[0] || 'true'}
      onChange={(value) => onChange([value])}
    />
  );
};

interface TypedProps extends ValueInputProps {
  type: FieldType;
  suggestions: readonly string[];
}

/** Any number of values. */
const ListInput = (props: TypedProps) => {
  const t = useTranslations('map.tools.query');
  const { rule, invalid, type, suggestions, onChange } = props;
  return (
    <TagsInput
      {...useLook(props)}
      error={invalid && rule.values.length > 0 && (isTextual({ type }) || t('notNumber'))}
      data={[...suggestions]}
      value={[...rule.values]}
      onChange={onChange}
      maxTags={500}
      maxDropdownHeight={240}
      splitChars={[',', '،', '\n']}
      placeholder={rule.values.length === 0 ? t('several') : undefined}
    />
  );
};

interface OneInputProps extends TypedProps {
  /** Which of `count` values. */
  i: number;
  count: number;
}

/** One value, or one end of a range. */
const OneInput = (props: OneInputProps) => {
  const t = useTranslations('map.tools.query');
  const { digits } = useFormat();
  const text = useValueText();
  const look = useLook(props);
  const { rule, type, i, count, suggestions, onChange } = props;
  const at = (n: number) => rule.values[n] ?? '';
  const set = (value: string) => onChange(Array.from({ length: count }, (_, n) => (n === i ? value : at(n))));
  const name = count === 2 ? t(i === 0 ? 'from' : 'to') : t('value');
  const placeholder = count === 2 ? name : undefined;
  const value = at(i);

  if (isDated({ type }))
    return (
      <PersianDateInput
        size="xs"
        flex={1}
        aria-label={name}
        placeholder={placeholder}
        value={value || null}
        onChange={(day) => set(day ?? '')}
      />
    );
  if (isTextual({ type }))
    return (
      <Autocomplete
        {...look}
        flex={1}
        aria-label={name}
        data={suggestions.filter((s) => s !== '')}
        renderOption={({ option }) => <span dir="auto">{text({ type }, option.value)}</span>}
        value={value}
        maxDropdownHeight={240}
        onChange={set}
      />
    );
  if (type === 'time')
    return (
      <TextInput
        {...look}
        flex={1}
        aria-label={name}
        placeholder={placeholder ?? digits('08:00')}
        dir="ltr"
        value={digits(value)}
        maxLength={8}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  const problem = numberProblem(props);
  return (
    <TextInput
      {...look}
      error={problem && t(problem)}
      flex={1}
      aria-label={name}
      placeholder={placeholder}
      dir="ltr"
      inputMode="decimal"
      value={digits(value)}
      maxLength={40}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
};

/** One of the form's choices, or several, by what they are called. */
const ChoiceInput = ({ field, count, ...props }: ValueInputProps & { field: Field; count: number }) => {
  const t = useTranslations('map.tools.query');
  const { rule, onChange } = props;
  const choices = (field.choices ?? []).map(({ value, label }) => ({ value, label }));
  const values = new Set(choices.map(({ value }) => value));
  // What a query of before asks for may be gone from the form.
  const data = [...rule.values.filter((value) => value && !values.has(value)).map((value) => ({ value, label: value })), ...choices]; // biome-ignore format: one list
  const common = { ...useLook(props), data, searchable: true, limit: OFFERED, nothingFoundMessage: t('noChoice') };
  if (count === -1) return <MultiSelect {...common} value={[...rule.values]} onChange={onChange} placeholder={rule.values.length === 0 ? t('several') : undefined} />; // biome-ignore format: one input
  return <Select {...common} flex={1} value={rule.values[0] || null} placeholder={t('choose')} onChange={(value) => onChange(value ? [value] : [])} />; // biome-ignore format: one input
};

/** What is wrong with a number that was written; null while nothing was. */
const numberProblem = ({ rule: { values, subject }, type, i, count }: OneInputProps) => {
  const [first = '', value = ''] = [values[0], values[i]];
  if (value.trim() === '') return null;
  const number = parseNumber(value);
  if (number === null) return 'notNumber';
  if (subject.of === 'column' && type === 'integer' && !Number.isInteger(number)) return 'notWhole';
  return count === 2 && i === 1 && number < (parseNumber(first) ?? number) ? 'notRange' : null;
};

export const ValueInput = (props: ValueInputProps) => {
  const { source, rule } = props;
  const type = typeOf(rule.subject, source.form);
  const count = arity(rule.is as Comparison);
  const field = fieldOf(rule.subject, source.form);
  const isChosen = field !== null && isChoice(field);
  const suggestions = useSuggestions(source, rule, type !== null && isTextual({ type }) && count !== 0 && !isChosen);
  if (count === 0 || !type) return null;
  if (isChosen) return <ChoiceInput {...props} field={field} count={count} />;
  if (rule.subject.of === 'column' && rule.subject.column === 'status') return <StatusInput {...props} />;
  if (isYesNo({ type })) return <YesNoInput {...props} />;
  const typed = { ...props, type, suggestions };
  if (count === -1) return <ListInput {...typed} />;
  if (count !== 2) return <OneInput {...typed} i={0} count={1} />;
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <OneInput {...typed} i={0} count={2} />
      <OneInput {...typed} i={1} count={2} />
    </div>
  );
};
