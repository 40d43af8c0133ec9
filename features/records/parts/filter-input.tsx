// The filter of one column, in the place of its heading: a choice where the values are few, else text in the column's own terms.
'use client';
import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { type FieldSpec, specOf } from '@/contract/fields';
import { NO_VALUE } from '@/contract/filters/record-filter';
import type { Field, FieldType } from '@/contract/schemas/form';
import { useFormat } from '@/lib/i18n/use-format';
import { filterOf } from '../logic/filter-text';
import classes from './record-table.module.css';

const WAIT_MS = 300;

type Choices = (
  field: Field,
  t: ReturnType<typeof useTranslations<'records.filter'>>,
) => { value: string; label: string }[];

/** What a column can be filtered by where its values are few; null where it is typed. */
const CHOICES: Record<FieldType, Choices | null> = {
  text: null,
  long_text: null,
  integer: null,
  decimal: null,
  date: null,
  datetime: null,
  boolean: (_, t) => [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ],
  time: null,
  choice: ({ choices = [] }) => choices.map(({ value, label }) => ({ value: `=${value}`, label })),
  multi_choice: ({ choices = [] }) => choices.map(({ value, label }) => ({ value, label })),
  file: () => [],
  image: () => [],
  signature: () => [],
  barcode: null,
  reference: null,
  computed: null,
  section: null,
  note: null,
};
/** Which hint a typed filter has. */
const SORTS = { text: 'text', number: 'number', date: 'date', datetime: 'date', time: 'time', boolean: 'text', reference: 'number', list: 'text', files: 'text', none: 'text' } as const satisfies Record<FieldSpec['format'], string>; // biome-ignore format: one line

export interface FilterInputProps {
  field: Field;
  value: string;
  onChange: (text: string) => void;
  /** Puts the heading back. */
  onClose: () => void;
}

/** Esc forgets the filter, Enter keeps it; both close. Leaving the input keeps it too. */
export function FilterInput({ field, value, onChange, onClose }: FilterInputProps) {
  const t = useTranslations('records.filter');
  const { lang } = useFormat();
  const [typed, setTyped] = useState(value);
  const send = useDebouncedCallback((text: string) => onChange(text), WAIT_MS);
  useEffect(() => setTyped(value), [value]);
  const label = t('label', { column: field.label });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      send.cancel();
      onChange('');
      onClose();
    } else if (event.key === 'Enter') {
      send.cancel();
      if (filterOf(field, typed, lang) !== null) onChange(typed.trim());
      onClose();
    }
  };
  const choices = CHOICES[field.type]?.(field, t);
  if (choices) {
    return (
      <NativeSelect
        autoFocus
        size="xs"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onClose}
        data={[{ value: '', label: t('any') }, ...choices, { value: NO_VALUE, label: t('empty') }]}
      />
    );
  }
  const sort = SORTS[specOf(field).format];
  const wrong = filterOf(field, typed, lang) === null;
  return (
    <TextInput
      autoFocus
      size="xs"
      classNames={{ input: classes.typed }}
      aria-label={label}
      aria-invalid={wrong}
      error={wrong}
      placeholder={t(`sample.${sort}`)}
      title={wrong ? t(`wrong.${sort}`) : t(`hint.${sort}`)}
      value={typed}
      maxLength={200}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (filterOf(field, text, lang) === null) send.cancel();
        else send(text.trim());
      }}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        send.flush();
        if (!event.currentTarget.parentElement?.contains(event.relatedTarget)) onClose();
      }}
      rightSectionWidth={24}
      rightSection={
        typed ? (
          <CloseButton
            size="xs"
            aria-label={t('clear')}
            onClick={() => {
              send.cancel();
              setTyped('');
              onChange('');
            }}
          />
        ) : null
      }
    />
  );
}
