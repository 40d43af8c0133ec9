// What the layer is called, which rows and columns come in, and when it is read again.
'use client';
import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ComponentType, ReactNode } from 'react';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import type { ForeignTable } from '@/contract/schemas/database';
import { useReadAll } from '@/lib/api/hooks';
import { ColumnsTable } from './columns-table';
import classes from './database.module.css';
import { ScheduleFields } from './schedule-fields';
import { FilterField, KeyField } from './source-fields';
import type { DatabaseState } from './use-database';

/** The import's choice of a coordinate system. */
export type CrsSelect = ComponentType<{
  srid: number | null;
  extent: readonly [number, number, number, number] | null;
  description: string;
  error: ReactNode;
  onChange: (srid: number | null) => void;
}>;

interface PartProps {
  database: DatabaseState;
  table: ForeignTable;
}

function KindAndSystem({ database, table, Crs }: PartProps & { Crs: CrsSelect }) {
  const t = useTranslations('layerSources.database');
  const { form } = database.resource;
  const { type, srid } = form.values;
  const kinds = new Set((database.preview.data?.rows ?? []).flatMap(({ kind }) => kind ?? []));
  return (
    <>
      {table.type === null && (
        <Select
          label={t('kind')}
          description={t('kindNeeded')}
          withAsterisk
          data={[1, 2, 3].map((one) => ({
            value: String(one),
            label: `${t(`kinds.${one as 1}`)}${kinds.has(one) ? ` · ${t('inFirstRows')}` : ''}`,
          }))}
          value={type === null ? null : String(type)}
          onChange={(value) => form.setFieldValue('type', value === null ? null : Number(value))}
          error={form.errors.type}
          data-path="type"
        />
      )}
      {table.srid === null && table.type !== 0 && (
        <Crs
          srid={srid}
          extent={database.preview.data?.extent ?? null}
          description={t('systemNeeded')}
          error={form.errors.srid}
          onChange={(code) => form.setFieldValue('srid', code)}
        />
      )}
    </>
  );
}

export function LayerCard({ database, table, Crs }: PartProps & { Crs: CrsSelect }) {
  const t = useTranslations('layerSources.database');
  const { form } = database.resource;
  const { values, errors } = form;
  const groups = useReadAll(api.groups.list).data ?? [];
  return (
    <>
      <Card title={t('layerTitle')}>
        <TextInput label={t('label')} withAsterisk maxLength={200} {...form.getInputProps('label')} data-path="label" />
        <KindAndSystem database={database} table={table} Crs={Crs} />
        <FilterField
          table={table}
          value={values.where}
          error={errors.where}
          onChange={(where) => form.setFieldValue('where', where)}
        />
        {groups.length > 0 && (
          <MultiSelect
            label={t('groups')}
            data={groups.map(({ id, label }) => ({ value: String(id), label }))}
            value={values.groups.map(String)}
            onChange={(ids) => form.setFieldValue('groups', ids.map(Number))}
          />
        )}
      </Card>
      <Card title={t('columns')} hint={t('columnsHint')}>
        {table.fields.length === 0 ? (
          <p className={classes.quiet}>{t('noColumns')}</p>
        ) : (
          <ColumnsTable
            fields={table.fields}
            columns={values.columns}
            showsProblems={errors.columns !== undefined}
            onChange={(columns) => form.setFieldValue('columns', columns)}
          />
        )}
        {errors.columns && (
          <p className={classes.error} role="alert">
            {errors.columns}
          </p>
        )}
      </Card>
      <Card title={t('syncTitle')} hint={t('syncHint')}>
        <KeyField
          table={table}
          value={values.key}
          error={errors.key}
          hasPrimary
          onChange={(key) => form.setFieldValue('key', key)}
        />
        <ScheduleFields value={values} onChange={(change) => form.setValues(change)} />
      </Card>
    </>
  );
}
