// The query's panel: the layer, its rules, how many records pass them, and what to do with those.
'use client';
import { Button, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBookmark, IconEraser, IconLink, IconSelectAll, IconTable, IconZoomScan } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import { MAX_PER_CALL, type RecordQuery } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useRead, useWrite } from '@/lib/api/hooks';
import { readIds } from '@/lib/api/read-records';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { extentOf } from '@/map/geo/measure';
import { useOverlay } from '@/map/state/overlay';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { ExportMenu } from '../parts/export-menu';
import { SketchPanel } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { GroupEditor } from './group-editor';
import { queryLink } from './link';
import { machine } from './machine';
import { ITEM, Saved } from './saved';
import { changed, fromNode, newGroup, type Rule, type RuleGroup, rulesOf, toNode } from './tree';

const WAIT_MS = 400;
/** Records whose shapes are looked at to zoom there. */
const MAX_ZOOMED = 1000;

export const QueryPanel = () => {
  const t = useTranslations('map.tools.query');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const dialogs = useDialogs();
  const keep = useWrite(api.settings.addItem);
  const layers = useTool((s) => s.layers).filter((l) => l.type <= 3);
  const [state, act] = useMachine('query', machine);
  const [tab, setTab] = useState<'build' | 'kept'>('build');
  const layer = layers.find((l) => l.id === state.layer)?.layer;
  const form = layer?.config.form ?? [];
  const { node, incomplete } = useMemo(() => toNode(state.tree, form), [state.tree, form]);
  const empty = 'and' in node && node.and.length === 0;

  const requestKey = JSON.stringify({ layer: layer?.id ?? 0, query: node });
  const [settled] = useDebouncedValue(requestKey, WAIT_MS);
  const count = useRead(
    api.records.query,
    { body: { ...JSON.parse(settled), limit: 1 } },
    { enabled: layer !== undefined && !empty, keep: true },
  );
  const total = count.data?.count ?? 0;
  const stale = settled !== requestKey || count.isFetching;
  const filter = { filter_query: JSON.stringify(node) };

  useEffect(() => {
    const geometries = rulesOf(state.tree).flatMap(({ where }) =>
      where?.kind === 'shape' ? [{ geometry: where.geometry, dash: 'dash' as const, fill_opacity: 0.08 }] : [],
    );
    useOverlay.getState().show('query', geometries);
    return () => useOverlay.getState().show('query', []);
  }, [state.tree]);

  const onChange = (key: number, change: (n: Rule | RuleGroup) => Rule | RuleGroup | null) =>
    act({ do: 'tree', tree: changed(state.tree, key, change) });
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  const select = () =>
    guarded(async () => {
      if (!layer) return;
      const { ids, capped } = await readIds(form, { layer: layer.id, ...filter } as unknown as RecordQuery);
      useSelection.getState().select(layer.id, ids);
      if (capped) toast({ type: 'warning', message: t('markedMost', { shown: number(MAX_PER_CALL) }) });
    });
  const zoom = () =>
    guarded(async () => {
      if (!layer) return;
      const result = await call(api.records.query, { body: { layer: layer.id, query: node, limit: MAX_ZOOMED } });
      const extent = extentOf(result.results.flatMap((r) => r.geometry ?? []));
      if (extent) map.fitExtent(extent);
    });
  const save = () =>
    guarded(async () => {
      if (!layer) return;
      const label = await dialogs.prompt({ title: t('keep'), label: t('name') });
      if (!label) return;
      await keep.mutateAsync({ body: { label, type: ITEM, data: { layer: layer.id, query: node } as never } });
      toast({ type: 'success', message: t('saved') });
    });
  const share = () => {
    if (!layer) return;
    const link = queryLink(location.origin, { layer: layer.id, query: node });
    navigator.clipboard.writeText(link).then(
      () => toast({ type: 'success', message: t('linkCopied') }),
      () => void dialogs.alert({ title: t('link'), text: <bdi dir="ltr">{link}</bdi> }),
    );
  };

  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('tabs')}
        value={tab}
        onChange={(value) => setTab(value as 'build' | 'kept')}
        data={[
          { value: 'build', label: t('build') },
          { value: 'kept', label: t('kept') },
        ]}
      />
      {tab === 'kept' ? (
        <Saved
          onOpen={(id, query) => {
            act({ do: 'open', layer: id, tree: fromNode(query) });
            setTab('build');
          }}
        />
      ) : (
        <>
          <Select
            label={t('layer')}
            data={layers.map(({ id, label }) => ({ value: String(id), label }))}
            value={state.layer === null ? null : String(state.layer)}
            onChange={(id) => id && act({ do: 'layer', layer: Number(id) })}
            allowDeselect={false}
            searchable
          />
          {layer && (
            <GroupEditor
              source={{ layer: layer.id, form: layer.config.form, hasPlaces: layer.type > 0 }}
              group={state.tree}
              depth={0}
              incomplete={incomplete}
              drawing={state.drawing}
              onChange={onChange}
              onDraw={(rule, shape) => act(state.drawing === rule ? { do: 'stop' } : { do: 'draw', rule, shape })}
            />
          )}
          {state.drawing !== null && <SketchPanel done={t('finish')} />}
          {layer && !empty && (
            <PanelActions>
              <Text size="sm" flex="1 0 100%" role="status" aria-live="polite">
                {count.error
                  ? text(count.error)
                  : stale
                    ? t('counting')
                    : t(count.data?.count_capped ? 'foundMore' : 'found', { count: total, shown: number(total) })}
                {incomplete.size > 0 && ` ${t('someIncomplete')}`}
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
          )}
          {state.tree.children.length > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconEraser size={14} />}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => act({ do: 'tree', tree: newGroup() })}
            >
              {t('clear')}
            </Button>
          )}
        </>
      )}
    </Stack>
  );
};
