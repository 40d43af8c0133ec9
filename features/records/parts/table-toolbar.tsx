// Above the table: search, the filters that are on, and the columns.
'use client';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { isChoice, isDated, isNumeric, isTextual, isYesNo } from '@/contract/fields';
import { choiceLabel } from '@/contract/fields/choice';
import { NO_VALUE } from '@/contract/filters/record-filter';
import type { Field } from '@/contract/schemas/form';
import { useFormat } from '@/lib/i18n/use-format';
import { filterOf } from '../logic/filter-text';
import { ColumnMenu } from './column-menu';
import classes from './record-table.module.css';
import type { ColumnChoice } from './use-columns';
import type { TableState } from './use-table-state';

const WAIT_MS = 300;

export interface TableToolbarProps {
  form: readonly Field[];
  state: TableState;
  choice: ColumnChoice;
  /** Buttons at the end. */
  children?: ReactNode;
}

/** One line; what is filtered can be taken off here. */
export function TableToolbar({ form, state: { query, change }, choice, children }: TableToolbarProps) {
  const t = useTranslations('records.table');
  const [typed, setTyped] = useState(query.search);
  useEffect(() => setTyped((now) => (now.trim() === query.search ? now : query.search)), [query.search]);
  const send = useDebouncedCallback((text: string) => change({ search: text.trim() }), WAIT_MS);
  return (
    <div className={classes.toolbar}>
      <TextInput
        className={classes.search}
        type="search"
        classNames={{ input: classes.typed }}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          send(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send.flush();
        }}
        rightSection={
          typed ? (
            <CloseButton
              size="sm"
              aria-label={t('clearSearch')}
              onClick={() => {
                send.cancel();
                setTyped('');
                change({ search: '' });
              }}
            />
          ) : null
        }
      />
      <FilterChips form={form} filters={query.filters} onChange={(filters) => change({ filters })} />
      <ColumnMenu choice={choice} />
      {children}
    </div>
  );
}

interface FilterChipsProps {
  form: readonly Field[];
  filters: Readonly<Record<string, string>>;
  onChange: (filters: Record<string, string>) => void;
}

function FilterChips({ form, filters, onChange }: FilterChipsProps) {
  const t = useTranslations('records.filter');
  const { lang, digits } = useFormat();
  const activeFilters = form.filter((field) => filters[field.name] && filterOf(field, filters[field.name] ?? '', lang));
  const words = (field: Field, text: string) => {
    if (text.trim() === NO_VALUE) return t('empty');
    if (isYesNo(field)) return t(text === 'true' ? 'yes' : 'no');
    if (isChoice(field)) return choiceLabel(field, text.replace(/^=/, ''));
    return isTextual(field) ? text : digits(text);
  };
  return (
    <div className={classes.chips}>
      {activeFilters.map((field) => (
        <span key={field.name} className={classes.chip}>
          <bdi className={classes.chipName}>{field.label}</bdi>
          <bdi dir={isDated(field) || isNumeric(field) ? 'ltr' : 'auto'}>{words(field, filters[field.name] ?? '')}</bdi>
          <CloseButton
            size="xs"
            aria-label={t('remove', { column: field.label })}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field.name)))
            }
          />
        </span>
      ))}
    </div>
  );
}
