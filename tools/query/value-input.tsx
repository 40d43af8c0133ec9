// The value of a rule, by the type of what it is compared with.
'use client';
import { Autocomplete, MultiSelect, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { api } from '@/contract';
import { isDated, isTextual, isYesNo } from '@/contract/fields';
import type { Comparison } from '@/contract/schemas/query';
import { useRead } from '@/lib/api/hooks';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { arity, type QuerySource, type Rule, typeOf } from './tree';

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

export const ValueInput = ({ source, rule, onChange, invalid }: ValueInputProps) => {
  const t = useTranslations('map.tools.query');
  const common = useTranslations('common.value');
  const { digits } = useFormat();
  const text = useValueText();
  const form = source.form;
  const type = typeOf(rule.subject, form);
  const words = type !== null && isTextual({ type });
  const suggestions = useSuggestions(source, rule, words && arity(rule.is as Comparison) !== 0);
  const statuses = useRead(
    api.records.statuses,
    {},
    { enabled: rule.subject.of === 'column' && rule.subject.column === 'status', staleTime: 600_000 },
  );
  const count = arity(rule.is as Comparison);
  if (count === 0 || !type) return null;
  const label = t('value');
  const at = (i: number) => rule.values[i] ?? '';
  const set = (i: number, value: string) =>
    onChange(Array.from({ length: Math.max(count, 1) }, (_, n) => (n === i ? value : at(n))));
  const common2 = { 'aria-label': label, size: 'xs' as const, error: invalid && at(0).trim() !== '' };

  /** What is wrong with a number that was written; null while nothing was. */
  const wrong = (i: number) => {
    if (at(i).trim() === '') return null;
    const number = parseNumber(at(i));
    if (number === null) return t('notNumber');
    if (invalid && type === 'integer' && !Number.isInteger(number)) return t('notWhole');
    return count === 2 && i === 1 && number < (parseNumber(at(0)) ?? number) ? t('notRange') : null;
  };

  if (rule.subject.of === 'column' && rule.subject.column === 'status')
    return (
      <MultiSelect
        {...common2}
        data={(statuses.data ?? []).map((s) => ({ value: String(s.id), label: s.name }))}
        value={[...rule.values]}
        onChange={onChange}
        placeholder={rule.values.length === 0 ? t('choose') : undefined}
      />
    );
  if (isYesNo({ type }))
    return (
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        data={[
          { value: 'true', label: common('yes') },
          { value: 'false', label: common('no') },
        ]}
        value={at(0) || 'true'}
        onChange={(value) => onChange([value])}
      />
    );
  if (count === -1)
    return (
      <TagsInput
        {...common2}
        error={invalid && rule.values.length > 0 && (words || t('notNumber'))}
        data={suggestions}
        value={[...rule.values]}
        onChange={onChange}
        maxTags={500}
        maxDropdownHeight={240}
        splitChars={[',', '،', '\n']}
        placeholder={rule.values.length === 0 ? t('several') : undefined}
      />
    );
  const one = (i: number) => {
    const name = count === 2 ? t(i === 0 ? 'from' : 'to') : label;
    if (isDated({ type }))
      return (
        <PersianDateInput
          key={i}
          size="xs"
          flex={1}
          aria-label={name}
          placeholder={count === 2 ? name : undefined}
          value={at(i) || null}
          onChange={(day) => set(i, day ?? '')}
        />
      );
    if (words)
      return (
        <Autocomplete
          key={i}
          {...common2}
          flex={1}
          aria-label={name}
          data={suggestions.filter((s) => s !== '')}
          renderOption={({ option }) => <span dir="auto">{text({ type }, option.value)}</span>}
          value={at(i)}
          maxDropdownHeight={240}
          onChange={(value) => set(i, value)}
        />
      );
    return (
      <TextInput
        key={i}
        {...common2}
        error={wrong(i)}
        flex={1}
        aria-label={name}
        placeholder={count === 2 ? name : undefined}
        dir="ltr"
        inputMode="decimal"
        value={digits(at(i))}
        maxLength={40}
        onChange={(event) => set(i, event.currentTarget.value)}
      />
    );
  };
  return count === 2 ? (
    <div style={{ display: 'flex', gap: 8 }}>
      {one(0)}
      {one(1)}
    </div>
  ) : (
    one(0)
  );
};
