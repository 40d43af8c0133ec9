// Which rows of a table come in, and which column says which row is which: for a new layer and for one that is there.
'use client';
import { Button, Select, Skeleton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import type { ForeignTable } from '@/contract/schemas/database';
import type { QueryEditorProps } from '@/tools';
import { ALL_ROWS, type Filter, fieldsOf, isEverything } from '../../logic/database-values';
import classes from './database.module.css';

const QueryEditor = lazyPart<QueryEditorProps>(() =>
  import('@/tools').then((tools) => ({ default: tools.QueryEditor })),
);

export interface SourceFieldProps<T> {
  table: ForeignTable;
  value: T;
  error: ReactNode;
  onChange: (value: T) => void;
}

export function FilterField({ table, value, error, onChange }: SourceFieldProps<Filter>) {
  const t = useTranslations('layerSources.database');
  const [isOpen, setOpen] = useState(!isEverything(value));
  if (!isOpen)
    return (
      <Button
        variant="default"
        leftSection={<IconFilter size={16} />}
        className={classes.start}
        onClick={() => setOpen(true)}
      >
        {t('addFilter')}
      </Button>
    );
  return (
    <fieldset className={classes.group}>
      <legend>{t('filter')}</legend>
      <Suspense fallback={<Skeleton h={64} />}>
        <QueryEditor
          value={value}
          fields={fieldsOf(table)}
          hasColumns={false}
          onChange={(node) => onChange(node as Filter)}
        />
      </Suspense>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes.start}
        onClick={() => {
          setOpen(false);
          onChange(ALL_ROWS);
        }}
      >
        {t('removeFilter')}
      </Button>
    </fieldset>
  );
}

interface KeyFieldProps extends SourceFieldProps<string> {
  /** Whether no column at all may stand for it: the primary key, or a row's whole content. */
  hasPrimary: boolean;
}

export function KeyField({ table, value, error, hasPrimary, onChange }: KeyFieldProps) {
  const t = useTranslations('layerSources.database');
  // A column that no constraint vouches for is looked at by the server.
  const proved = new Set(table.keys);
  return (
    <Select
      label={t('key')}
      description={t(table.has_key ? 'keyHint' : 'keyMissing')}
      data={[
        ...(hasPrimary ? [{ value: '', label: t(table.has_key ? 'primaryKey' : 'keyNone') }] : []),
        ...table.fields.map(({ name }) => ({
          value: name,
          label: proved.has(name) ? `${name} · ${t('stableKey')}` : name,
        })),
      ]}
      value={value}
      allowDeselect={false}
      searchable={table.fields.length > 10}
      onChange={(key) => onChange(key ?? '')}
      error={error}
      data-path="key"
    />
  );
}
