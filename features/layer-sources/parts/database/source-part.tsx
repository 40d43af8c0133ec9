// Rows and key of a layer that follows a table, changed later: the table's columns are read when somebody wants to.
'use client';
import { Button } from '@mantine/core';
import { IconTableOptions } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import type { LayerSync } from '@/contract/schemas/sources/layer-sync';
import { useRead } from '@/lib/api/hooks';
import { isSameRows, type SourceValues, sourceValuesOf } from '../../logic/database-values';
import classes from './database.module.css';
import { FilterField, KeyField } from './source-fields';

export interface SourcePartProps {
  state: LayerSync & { arcsde: number };
  /** What becomes of what was edited here, as it stands in the form. */
  edits: LayerSync['edits'];
  value: SourceValues;
  /** What the server says of `where` and `key`. */
  errors: Readonly<Record<string, string>>;
  onChange: (change: Partial<SourceValues>) => void;
}

function Fields({ state, edits, value, errors, onChange }: SourcePartProps) {
  const t = useTranslations('layerSources');
  const tables = useRead(api.databases.tables, { body: { id: state.arcsde } });
  if (tables.error) return <ErrorState error={tables.error} retry={() => void tables.refetch()} />;
  if (!tables.data) return <FormSkeleton fields={2} />;
  const table = tables.data.find((one) => one.schema === state.schema && one.table === state.table);
  if (!table) return <Callout kind="caution">{t('source.tableGone')}</Callout>;
  const saved = sourceValuesOf(state);
  return (
    <>
      <FilterField table={table} value={value.where} error={errors.where} onChange={(where) => onChange({ where })} />
      <KeyField
        table={table}
        value={value.key}
        error={errors.key}
        hasPrimary={table.has_key || saved.key === ''}
        onChange={(key) => onChange({ key })}
      />
      {!isSameRows(value.where, saved.where) && <Callout>{t(`source.rows.${edits}`)}</Callout>}
      {value.key !== saved.key && <Callout>{t('source.key')}</Callout>}
    </>
  );
}

export function SourcePart(props: SourcePartProps) {
  const t = useTranslations('layerSources.source');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Fields {...props} />;
  return (
    <Button
      variant="default"
      leftSection={<IconTableOptions size={16} />}
      className={classes.start}
      onClick={() => setOpen(true)}
    >
      {t('open')}
    </Button>
  );
}
