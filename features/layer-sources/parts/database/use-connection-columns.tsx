// The columns of the list of connections.
'use client';
import { Badge, Text, Tooltip } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Column } from '@/components/collection/columns';
import { Num } from '@/components/num';
import type { ListedConnection } from '@/contract/schemas/database';
import { useFormat } from '@/lib/i18n/use-format';

const COLOURS = { new: 'gray', ok: 'teal', failed: 'red' } as const;

/** How it did last; what was wrong stands below. */
function State({ connection }: { connection: ListedConnection }) {
  const t = useTranslations('layerSources.connections.states');
  const { date } = useFormat();
  const { state, checked, problem } = connection;
  const badge = (
    <Badge size="sm" variant="light" color={COLOURS[state]}>
      {t(state, { when: checked ? date(checked, 'datetime') : '' })}
    </Badge>
  );
  if (!problem) return badge;
  return (
    <Tooltip label={problem} multiline maw={320}>
      <span>
        {badge}
        <Text size="xs" c="dimmed" lineClamp={1}>
          {problem}
        </Text>
      </span>
    </Tooltip>
  );
}

export function useConnectionColumns(): Column<ListedConnection>[] {
  const t = useTranslations('layerSources.connections');
  return [
    {
      id: 'address',
      title: t('columns.address'),
      isCut: true,
      cell: ({ host, port, database }) => (host ? <bdi dir="ltr">{`${host}:${port}/${database}`}</bdi> : null),
    },
    {
      id: 'username',
      title: t('columns.username'),
      isCut: true,
      cell: ({ username }) => (username ? <bdi dir="ltr">{username}</bdi> : null),
    },
    { id: 'tls', title: t('columns.tls'), cell: ({ tls }) => t(tls ? 'tls' : 'noTls') },
    {
      id: 'layers',
      title: t('columns.layers'),
      isNumber: true,
      cell: ({ layer_count }) => (layer_count === undefined ? null : <Num value={layer_count} />),
    },
    { id: 'checked', title: t('columns.checked'), cell: (connection) => <State connection={connection} /> },
  ];
}
