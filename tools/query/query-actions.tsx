// How many records a query has, and what can be done with them: a table, a selection, a place on the map, a name, a link, a file.
'use client';
import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBookmark, IconLink, IconSelectAll, IconTable, IconZoomScan } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { DetailRule, Grouped } from '@/contract/schemas/query';
import { MAX_PER_CALL, type RecordQuery } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useRead, useWrite } from '@/lib/api/hooks';
import { readIds } from '@/lib/api/read-records';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { extentOf } from '@/map/geo/measure';
import { useSelection } from '@/map/state/selection';
import { ExportMenu } from '../parts/export-menu';
import { queryLink } from './link';
import { ITEM } from './saved';

const WAIT_MS = 400;
/** Records whose shapes are looked at to zoom there. */
const MAX_ZOOMED = 1000;

/** How many records a query has; `stale` while that is about an earlier one. */
const useCount = (layer: Layer, query: Grouped<DetailRule>) => {
  const requestKey = JSON.stringify({ layer: layer.id, query });
  const [settled] = useDebouncedValue(requestKey, WAIT_MS);
  const count = useRead(api.records.query, { body: { ...JSON.parse(settled), limit: 1 } }, { keep: true });
  const total = count.data?.count ?? 0;
  const stale = settled !== requestKey || count.isFetching;
  return { count, total, stale };
};

/** What can be done with the records of a query; what fails is told. */
const useQueryActions = (layer: Layer, query: Grouped<DetailRule>, filter: { filter_query: string }) => {
  const t = useTranslations('map.tools.query');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const dialogs = useDialogs();
  const keep = useWrite(api.settings.addItem);
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  const select = () =>
    guarded(async () => {
      const { ids, capped } = await readIds(layer.config.form, {
        layer: layer.id,
        ...filter,
      } as unknown as RecordQuery);
      useSelection.getState().select(layer.id, ids);
      if (capped) toast({ type: 'warning', message: t('markedMost', { shown: number(MAX_PER_CALL) }) });
    });
  const zoom = () =>
    guarded(async () => {
      const result = await call(api.records.query, { body: { layer: layer.id, query, limit: MAX_ZOOMED } });
      const extent = extentOf(result.results.flatMap((r) => r.geometry ?? []));
      if (extent) map.fitExtent(extent);
    });
  const save = () =>
    guarded(async () => {
      const label = await dialogs.prompt({ title: t('keep'), label: t('name') });
      if (!label) return;
      await keep.mutateAsync({ body: { label, type: ITEM, data: { layer: layer.id, query } as never } });
      toast({ type: 'success', message: t('saved') });
    });
  const share = () => {
    const link = queryLink(location.origin, { layer: layer.id, query });
    navigator.clipboard.writeText(link).then(
      () => toast({ type: 'success', message: t('linkCopied') }),
      () => void dialogs.alert({ title: t('link'), text: <bdi dir="ltr">{link}</bdi> }),
    );
  };
  return { select, zoom, save, share };
};

interface QueryActionsProps {
  layer: Layer;
  query: Grouped<DetailRule>;
  /** Rules that are not complete are left out of the query, which is said. */
  hasIncomplete: boolean;
}

export const QueryActions = ({ layer, query, hasIncomplete }: QueryActionsProps) => {
  const t = useTranslations('map.tools.query');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const filter = { filter_query: JSON.stringify(query) };
  const { count, total, stale } = useCount(layer, query);
  const { select, zoom, save, share } = useQueryActions(layer, query, filter);
  return (
    <PanelActions>
      <Text size="sm" flex="1 0 100%" role="status" aria-live="polite">
        {count.error
          ? text(count.error)
          : stale
            ? t('counting')
            : t(count.data?.count_capped ? 'foundMore' : 'found', { count: total, shown: number(total) })}
        {hasIncomplete && ` ${t('someIncomplete')}`}
      </Text>
      <Button
        leftSection={<IconTable size={16} />}
        disabled={total === 0}
        onClick={() =>
          map.ask({ kind: 'table', layer: layer.id, filter, title: t('tableTitle', { label: layer.label }) })
        }
      >
        {t('table')}
      </Button>
      <IconButton label={t('select')} variant="default" disabled={total === 0} onClick={() => void select()}>
        <IconSelectAll size={16} />
      </IconButton>
      <IconButton
        label={t('zoom')}
        variant="default"
        disabled={total === 0 || layer.type === 0}
        onClick={() => void zoom()}
      >
        <IconZoomScan size={16} />
      </IconButton>
      <IconButton label={t('keep')} variant="default" onClick={() => void save()}>
        <IconBookmark size={16} />
      </IconButton>
      <IconButton label={t('copyLink')} variant="default" onClick={share}>
        <IconLink size={16} />
      </IconButton>
      <ExportMenu layer={layer} filter={filter} />
    </PanelActions>
  );
};
