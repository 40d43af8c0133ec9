// What the layer is called, which rows and columns come in, and when it is read again.
'use client';
import { Button, MultiSelect, Select, Skeleton, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Card } from '@/components/layout/card';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract/index';
import type { ForeignTable } from '@/contract/schemas/database';
import { useReadAll } from '@/lib/api/hooks';
import type { QueryEditorProps } from '@/tools';
import { ALL_ROWS, type Filter, fieldsOf, isEverything } from '../../logic/database-values';
import { ColumnsTable } from './columns-table';
import classes from './database.module.css';
import { ScheduleFields } from './schedule-fields';
import type { DatabaseState } from './use-database';

const QueryEditor = lazyPart<QueryEditorProps>(() =>
  import('@/tools').then((tools) => ({ default: tools.QueryEditor })),
);

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

function FilterPart({ database, table }: PartProps) {
  const t = useTranslations('layerSources.database');
  const { form } = database.resource;
  const { where } = form.values;
  const [isOpen, setOpen] = useState(!isEverything(where));
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
          value={where}
          fields={fieldsOf(table)}
          hasColumns={false}
          onChange={(node) => form.setFieldValue('where', node as Filter)}
        />
      </Suspense>
      {form.errors.where && (
        <p className={classes.error} role="alert">
          {form.errors.where}
        </p>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes.start}
        onClick={() => {
          setOpen(false);
          form.setFieldValue('where', ALL_ROWS);
        }}
      >
        {t('removeFilter')}
      </Button>
    </fieldset>
  );
}

function KeyPart({ database, table }: PartProps) {
  const t = useTranslations('layerSources.database');
  const { form } = database.resource;
  // A column that no constraint vouches for is looked at by the server.
  const proved = new Set(table.keys);
  return (
    <Select
      label={t('key')}
      description={t(table.has_key ? 'keyHint' : 'keyMissing')}
      data={[
        { value: '', label: t(table.has_key ? 'primaryKey' : 'keyNone') },
        ...table.fields.map(({ name }) => ({
          value: name,
          label: proved.has(name) ? `${name} · ${t('stableKey')}` : name,
        })),
      ]}
      value={form.values.key}
      allowDeselect={false}
      searchable={table.fields.length > 10}
      onChange={(key) => form.setFieldValue('key', key ?? '')}
      error={form.errors.key}
      data-path="key"
    />
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
        <TextInput
          label={t('label')}
          withAsterisk
          dir="auto"
          maxLength={200}
          {...form.getInputProps('label')}
          data-path="label"
        />
        <KindAndSystem database={database} table={table} Crs={Crs} />
        <FilterPart database={database} table={table} />
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
        <KeyPart database={database} table={table} />
        <ScheduleFields value={values} onChange={(change) => form.setValues(change)} />
      </Card>
    </>
  );
}
