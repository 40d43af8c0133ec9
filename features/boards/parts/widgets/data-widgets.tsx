// Widgets with a reading of their own: layers on a map, the newest records of a layer, how far a project is.
'use client';
import { Progress as Bar, Stack, Table } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { StatTile } from '@/components/charts/stat-tile';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { Num } from '@/components/num';
import { specOf } from '@/contract/fields';
import { api } from '@/contract/index';
import type { Widget } from '@/contract/schemas/boards/board';
import type { Extent } from '@/contract/schemas/common';
import type { QueryNode } from '@/contract/schemas/query';
import { type RecordQuery, STATUS } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { href } from '@/lib/routes/rules';
import { PlainMap, toMapLayers } from '@/map';
import classes from '../boards.module.css';

type Of<K extends Widget['kind']> = { widget: Extract<Widget, { kind: K }>; every: number | false };

const SWITCHES = { order: [], hidden: new Set<number>(), off: new Map(), opacity: new Map() };
const NO_SETS = [] as const;

/** The box round several; null where none of them has one. */
const around = (extents: readonly (Extent | null)[]): Extent | null =>
  extents
    .filter((one) => one !== null)
    .reduce<Extent | null>(
      (all, one) =>
        all === null
          ? one
          : [Math.min(all[0], one[0]), Math.min(all[1], one[1]), Math.max(all[2], one[2]), Math.max(all[3], one[3])],
      null,
    );

export function MapWidget({ widget }: Of<'map'>) {
  const t = useTranslations('boards.widget');
  // A layer that the reader does not see is left out.
  const reads = useQueries({
    queries: widget.layers.map((id) => ({
      queryKey: keyOf(api.layers.one, { params: { id } }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(api.layers.one, { params: { id } }, { signal }),
    })),
  });
  const isReady = reads.every(({ isPending }) => !isPending);
  const key = reads.map(({ data }) => `${data?.id}.${data?.rev}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that the layers are others
  const visible = useMemo(() => reads.flatMap(({ data }) => (data ? [data] : [])), [key]);
  const layers = useMemo(() => toMapLayers(visible, SWITCHES), [visible]);
  const title = widget.title || visible.map(({ label }) => label).join('، ') || t('map');
  return (
    <Card title={title}>
      {isReady && visible.length === 0 ? (
        <EmptyState title={t('noLayer')} text={t('noLayerText')} noAct="final" />
      ) : (
        <div className={classes.map}>
          {isReady && (
            <PlainMap
              label={title}
              sets={NO_SETS}
              layers={layers}
              extent={around(visible.map(({ extent }) => extent))}
            />
          )}
        </div>
      )}
    </Card>
  );
}

const COLUMNS = 4;
export function RecordsWidget({ widget, every, rules }: Of<'records'> & { rules: readonly QueryNode[] }) {
  const t = useTranslations('boards.widget');
  const { digits } = useFormat();
  const text = useValueText();
  const layer = useRead(api.layers.one, { params: { id: widget.layer } });
  const narrowed = rules.length > 0 ? { filter_query: JSON.stringify({ and: rules }) } : {};
  const query = { layer: widget.layer, limit: widget.limit, order: '-id', ...narrowed } as RecordQuery;
  const read = useRead(api.records.list, { query }, { every, keep: true, enabled: Boolean(layer.data) });
  const error = layer.error ?? read.error;
  const fields = (layer.data?.config.form ?? []).filter((field) => specOf(field).format !== 'none').slice(0, COLUMNS);
  const title = widget.title || t('newest', { layer: layer.data?.label ?? '' });
  const rows = read.data?.results;
  return (
    <Card title={title}>
      {error && !rows && (
        <ErrorState error={error} retry={() => void (layer.error ? layer.refetch() : read.refetch())} />
      )}
      {!error && !rows && <ListSkeleton rows={4} />}
      {rows?.length === 0 && <EmptyState title={t('noRecords')} text={t('noRecordsText')} noAct="final" />}
      {rows && rows.length > 0 && (
        <div className={classes.rows}>
          <Table highlightOnHover aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('id')}</Table.Th>
                {fields.map(({ name, label }) => (
                  <Table.Th key={name} scope="col">
                    <bdi>{label}</bdi>
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ id, value }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Link href={`${href('layerData', { id: widget.layer })}?record=${id}`} prefetch={false}>
                      {digits(id)}
                    </Link>
                  </Table.Td>
                  {fields.map((field) => (
                    <Table.Td key={field.name}>
                      <bdi>{text(field, value[field.name])}</bdi>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

export function ProgressWidget({ widget, every }: Of<'progress'>) {
  const t = useTranslations('boards.widget');
  const project = useRead(api.projects.one, { params: { id: widget.project } });
  const read = useRead(api.projectWork.progress, { params: { id: widget.project } }, { every, keep: true });
  const error = project.error ?? read.error;
  const title = widget.title || (project.data?.name ?? t('project'));
  const sum = (statuses: readonly number[]) =>
    (read.data?.rows ?? []).reduce((n, { status, count }) => (statuses.includes(status) ? n + count : n), 0);
  const tasks = Object.values(read.data?.tasks ?? {}).reduce((n, count) => n + count, 0);
  const done = read.data?.tasks.done ?? 0;
  const share = tasks > 0 ? done / tasks : null;
  return (
    <Card title={title}>
      {error && !read.data && <ErrorState error={error} retry={() => void read.refetch()} />}
      {!error && !read.data && <ListSkeleton rows={2} />}
      {read.data && (
        <Stack gap="sm">
          <div className={classes.tiles}>
            <StatTile label={t('approved')} value={sum([STATUS.approved])} />
            <StatTile label={t('waiting')} value={sum([STATUS.waiting, STATUS.first])} />
          </div>
          {share !== null && (
            <>
              <span>{t.rich('cells', { done: () => <Num value={done} />, all: () => <Num value={tasks} /> })}</span>
              <Bar value={share * 100} aria-label={title} />
            </>
          )}
        </Stack>
      )}
    </Card>
  );
}
