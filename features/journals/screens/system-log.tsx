// What people did: every call that changed something or gave something out, the newest first, never changed.
'use client';
import { Button, Group, Switch } from '@mantine/core';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import type { FilterBarProps } from '@/components/collection/filter-bar';
import { filterFields } from '@/components/collection/filter-fields';
import { api } from '@/contract/index';
import type { SystemLogLine, SystemLogQuery } from '@/contract/schemas/log';
import { addressOf } from '@/lib/api/client';
import { useLayerOptions, usePeopleOptions } from '@/lib/collection/options';
import { useCollection } from '@/lib/collection/use-collection';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { SYSTEM_VIEW } from '../logic/view';
import { actKey } from '../logic/words';
import { LineDetail, type StepsPart } from '../parts/line-detail';
import { LogDays } from '../parts/log-days';
import { useObjectText } from '../parts/use-object-text';
import { useOlderLines } from '../parts/use-older-lines';

const LIVE_MS = 30_000;
const REFUSED = 400;
const FAILED = 500;

/** Words of lines: the act, its outcome, and what it was about. */
function useWords() {
  const t = useTranslations('journals');
  const objectText = useObjectText();
  const act = ({ call: name }: SystemLogLine) => {
    const key = actKey(name, (one) => t.has(one as never));
    return key ? t(key as never) : name;
  };
  const result = ({ status }: SystemLogLine) =>
    t(`system.results.${status < REFUSED ? 'done' : status < FAILED ? 'refused' : 'failed'}`);
  const about = (line: SystemLogLine) => {
    const { label, layer } = line;
    const name = objectText(line);
    return layer?.label && layer.label !== label ? `${name} ${t('system.inLayer', { layer: layer.label })}` : name;
  };
  return { act, result, about };
}

const useLines = () => useCollection(SYSTEM_VIEW, 'system-log');
type LineList = ReturnType<typeof useLines>;

function useColumns(words: ReturnType<typeof useWords>): Column<SystemLogLine, 'date'>[] {
  const t = useTranslations('journals.system');
  const { date } = useFormat();
  return [
    { id: 'at', title: t('columns.at'), cell: ({ date: at }) => date(at, 'datetime') },
    {
      id: 'who',
      title: t('columns.who'),
      isCut: true,
      cell: ({ user, view_as: view }) => (
        <>
          <bdi>{user ? personName(user) : t('nobody')}</bdi>
          {view && <> {t.rich('viewAs', { name: () => <bdi>{view.name ?? ''}</bdi> })}</>}
        </>
      ),
    },
    {
      id: 'object',
      title: t('columns.object'),
      isCut: true,
      cell: (line) => words.about(line) && <bdi>{words.about(line)}</bdi>,
    },
    {
      id: 'result',
      title: t('columns.result'),
      cell: (line) => <span data-refused={line.status >= REFUSED || undefined}>{words.result(line)}</span>,
    },
    { id: 'ip', title: t('columns.ip'), isWide: true, cell: ({ ip }) => <bdi>{ip}</bdi> },
  ];
}

/** Reads the list again every half minute while it is on and the page is seen. */
function useLive(retry: () => void): [boolean, (isLive: boolean) => void] {
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && retry(), LIVE_MS);
    return () => clearInterval(timer);
  }, [isLive, retry]);
  return [isLive, setLive];
}

/** A link: the file goes to the disk as it comes, however long it is. */
function FileLink({ query }: { query: SystemLogQuery }) {
  const t = useTranslations('journals.system');
  const { limit: _, offset: __, order: ___, ...filter } = query;
  return (
    <Button
      component="a"
      href={addressOf(api.logs.systemFile, { query: filter })}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t('file')}
    </Button>
  );
}

/** The fields of the filter bar. */
function useFilters({ view, change }: Pick<LineList, 'view' | 'change'>): Pick<FilterBarProps, 'search' | 'fields'> {
  const t = useTranslations('journals');
  const people = usePeopleOptions(api.users.all, view.filters.users ?? []);
  const layers = useLayerOptions();
  const field = filterFields(view.filters, (filters) => change({ filters }));
  const areas = Object.entries(t.raw('areas' as never) as Record<string, string>);
  const layer = view.filters.layer;
  return {
    search: field.search('q', t('system.search')),
    fields: [
      field.days('days', t('system.filters.days')),
      field.ids('users', t('system.filters.users'), people),
      {
        id: 'area',
        kind: 'choice',
        label: t('system.filters.area'),
        value: view.filters.area,
        options: areas.map(([value, label]) => ({ value, label })),
        onChange: (area) => change({ filters: { area } }),
      },
      {
        id: 'layer',
        kind: 'ids',
        label: t('system.filters.layer'),
        value: layer === null ? null : [layer],
        source: layers,
        onChange: (ids) => change({ filters: { layer: ids?.at(-1) ?? null } }),
      },
      field.flag('refused', t('system.filters.refused'), t('system.filters.refusedYes'), t('system.filters.refusedNo')),
    ],
  };
}

export function SystemLogScreen({ Steps }: { Steps: StepsPart }) {
  const t = useTranslations('journals');
  const list = useLines();
  const { view, change, size } = list;
  const query = SYSTEM_VIEW.toQuery({ ...view, page: 1 }, size) as SystemLogQuery;
  const { lines, hasMore, isBusy, more } = useOlderLines(list.rows, query, size);
  const words = useWords();
  const columns = useColumns(words);
  const [isLive, setLive] = useLive(list.retry);
  const filters = useFilters(list);
  const open = lines.find(({ id }) => id === view.open);
  return (
    <CollectionPage
      title={t('system.title')}
      actions={
        <>
          <Switch
            label={t('system.live')}
            checked={isLive}
            onChange={(event) => setLive(event.currentTarget.checked)}
          />
          <FileLink query={query} />
        </>
      }
      faces={{ ...list, rows: lines }}
      foot={
        <Group justify="space-between" align="flex-end">
          {hasMore ? (
            <Button variant="subtle" loading={isBusy} onClick={() => void more()}>
              {t('system.more')}
            </Button>
          ) : (
            <span />
          )}
          <LogDays />
        </Group>
      }
      filters={filters}
      list={{
        title: { title: t('system.columns.act'), text: words.act },
        columns,
        onOpen: ({ id }) => change({ open: id === view.open ? null : id }),
        openId: view.open,
        order: view.order,
      }}
      detail={
        open
          ? {
              title: words.act(open),
              content: (
                <LineDetail
                  line={open}
                  result={words.result(open)}
                  Steps={Steps}
                  onUser={(id) => change({ filters: { ...SYSTEM_VIEW.first.filters, users: [id] } })}
                  onTrace={(q) => change({ filters: { ...SYSTEM_VIEW.first.filters, q } })}
                />
              ),
              onClose: () => change({ open: null }),
            }
          : null
      }
      empty={{ icon: <IconListDetails size={24} />, title: t('system.emptyTitle'), text: t('system.emptyText') }}
    />
  );
}
