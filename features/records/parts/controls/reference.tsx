// The input of a record of another layer: found by its words, known by its title.
'use client';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { api } from '@/contract';
import type { Input } from '@/contract/define';
import { useRead } from '@/lib/api/hooks';
import { titleIn, useTitles } from '@/lib/i18n/reference-titles';
import type { Control } from './types';

const WAIT_MS = 300;
type RecordsPageQuery = Input<typeof api.records.list>['query'];
/** Records that are offered. */
const OFFERED = 20;

export const ReferenceControl: Control = ({ field, text, common, onChange }) => {
  const t = useTranslations('records.form');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const layer = field.reference?.layer ?? 0;
  const list = useRead(
    api.records.list,
    { query: { layer, limit: OFFERED, ...(search && { search }) } as RecordsPageQuery },
    { enabled: isOpen && layer > 0, keep: true },
  );
  const own = Number(text) || null;
  const ids = [...new Set([...(own ? [own] : []), ...(list.data?.results ?? []).map(({ id }) => id)])];
  const titles = useTitles(ids);
  const current = own === null ? '' : titleIn(titles, field, own);
  return (
    <Select
      {...common}
      searchable
      clearable={!field.required && !common.readOnly}
      value={own === null ? null : String(own)}
      data={ids.map((id) => ({ value: String(id), label: titleIn(titles, field, id) }))}
      // What the server found is what is offered.
      filter={({ options }) => options}
      placeholder={common.readOnly ? '' : t('searchRecord')}
      nothingFoundMessage={list.isFetching ? t('searching') : t('noRecord')}
      onDropdownOpen={() => setOpen(true)}
      onSearchChange={(next) => setTyped(next === current ? '' : next)}
      onChange={(picked) => onChange(picked === null ? null : Number(picked))}
    />
  );
};
