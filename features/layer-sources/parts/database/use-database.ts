// A foreign table on its way to a layer: what is chosen, what is looked at, and the order.
'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { api } from '@/contract/index';
import { type ForeignTable, FromDatabase, type TablePreview } from '@/contract/schemas/database';
import type { Job } from '@/contract/schemas/upload';
import { call } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { invalidate, keyOf } from '@/lib/api/keys';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { type DatabaseValues, isEverything, labelsTwice, NEW_DATABASE, ofTable, takenOf, toOrder } from '../../logic/database-values'; // biome-ignore format: one line

const TABLES_STALE_MS = 60_000;

/** The first rows as the filter lets them through. A filter that fails leaves the earlier rows in view. */
function usePreview({ arcsde, table, where, srid }: DatabaseValues) {
  const input = table &&
    arcsde !== null && {
      body: {
        arcsde,
        schema: table.schema,
        table: table.table,
        ...(isEverything(where) ? {} : { where }),
        ...(table.srid === null && srid !== null ? { srid } : {}),
      },
    };
  return useQuery<TablePreview | null, CallError>({
    queryKey: keyOf(api.databases.preview, input || 'none'),
    queryFn: ({ signal }) => (input ? call(api.databases.preview, input, { signal }) : null),
    enabled: input !== null && input !== false,
    staleTime: TABLES_STALE_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useDatabase() {
  const t = useTranslations('layerSources.database');
  const client = useQueryClient();
  const [job, setJob] = useState<string | null>(null);
  const resource = useResourceForm<DatabaseValues, Job>({
    initial: { values: NEW_DATABASE, etag: null },
    isNew: true,
    schema: FromDatabase,
    toBody: (fields) => toOrder({ ...NEW_DATABASE, ...fields }) ?? {},
    check: (values): Record<string, string> => {
      const { arcsde, table, type, srid } = values;
      if (arcsde === null) return { arcsde: t('chooseConnection') };
      if (table === null) return { table: t('chooseTable') };
      const columns = takenOf(values);
      return {
        ...(type === null ? { type: t('chooseKind') } : {}),
        ...(srid === null && type !== 0 ? { srid: t('chooseSystem') } : {}),
        ...(columns.length === 0 ? { columns: t('chooseColumns') } : {}),
        ...(columns.some(({ label }) => label.trim() === '') || labelsTwice(values.columns).size > 0
          ? { columns: t('nameColumns') }
          : {}),
      };
    },
    send: (body: FromDatabase) => call(api.databases.start, { body }),
    onSaved: ({ id }) => {
      void invalidate(client, ['job']);
      setJob(id);
    },
  });
  const { form } = resource;
  const { values } = form;
  const connections = useRead(api.databases.list, { query: { limit: 1000 } });
  const tables = useQuery<ForeignTable[], CallError>({
    queryKey: keyOf(api.databases.tables, { body: { id: values.arcsde ?? 0 } }),
    // How the connection does now is told in their list.
    queryFn: ({ signal }) =>
      call(api.databases.tables, { body: { id: values.arcsde ?? 0 } }, { signal }).finally(
        () => void invalidate(client, ['database']),
      ),
    enabled: values.arcsde !== null,
    staleTime: TABLES_STALE_MS,
    retry: false,
  });
  const preview = usePreview(values);

  const chooseConnection = (arcsde: number | null) => {
    form.clearErrors();
    form.setValues({ ...NEW_DATABASE, arcsde });
  };
  const chooseTable = (table: ForeignTable | null) => {
    form.clearErrors();
    form.setValues(table ? ofTable(table) : { ...NEW_DATABASE, arcsde: values.arcsde });
  };
  /** Back to the choices, or to another table of the same connection. */
  const again = (isSame: boolean) => {
    setJob(null);
    if (!isSame) chooseTable(null);
  };
  return { resource, job, connections, tables, preview, chooseConnection, chooseTable, again };
}
export type DatabaseState = ReturnType<typeof useDatabase>;
