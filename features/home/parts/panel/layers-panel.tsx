// The layers tab: groups with their layers, kept arrangements, the base map, and what to do when there is nothing.
'use client';
import { Anchor, Button, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconEye, IconEyeOff, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useRef, useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { Panel } from '@/components/layout/panel';
import { fold } from '@/contract/fold';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { useMay } from '@/lib/api/use-who';
import { href } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { type LayerState, useLayers } from '@/map';
import { useListState } from '../../logic/list-state';
import { rowsOf } from '../../logic/rows';
import { EnvMenu } from '../env-menu';
import { TipDialog } from '../tip-dialog';
import { BaseSelect } from './base-select';
import { LayerRow } from './layer-row';
import classes from './layers-panel.module.css';

/** With fewer layers than this a search box would only take room. */
const SEARCH_FROM = 4;
const ROW_HEIGHT = 36;

/** What the tiles of each layer are doing, and why they do not come. */
export type LayerStates = ReadonlyMap<number, { state: LayerState; reason: string | null }>;

export interface LayersPanelProps {
  layers: readonly Layer[];
  groups: readonly LayerGroup[];
  states: LayerStates;
  loading: boolean;
  error: unknown;
  retry: () => void;
  onTable: (layer: Layer) => void;
  onRefresh: (layers: readonly Layer[]) => void;
  onHelp: () => void;
  onClose?: () => void;
}

export function LayersPanel(props: LayersPanelProps) {
  const { layers, groups, states, loading, error, retry, onTable, onRefresh, onHelp, onClose } = props;
  const t = useTranslations('home');
  const router = useRouter();
  const order = useLayers((s) => s.order);
  const hidden = useLayers((s) => s.hidden);
  const setVisible = useLayers((s) => s.setVisible);
  const { typed, closed, open, setTyped, toggleGroup, toggleLayer } = useListState();
  const [tip, setTip] = useState<Layer | null>(null);
  const scroller = useRef<HTMLDivElement>(null);

  const word = fold(typed);
  const rows = useMemo(() => {
    const matches = word ? layers.filter((l) => fold(l.label).includes(word)) : layers;
    return rowsOf(groups, matches, order, closed, word !== '');
  }, [groups, layers, order, closed, word]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (i) => rows[i]?.key ?? i,
    overscan: 12,
    initialOffset: () => useListState.getState().offset,
    onChange: ({ scrollOffset }) => {
      if (scrollOffset !== null) useListState.setState({ offset: scrollOffset });
    },
  });

  const onRecords = useCallback((layer: Layer) => router.push(href('layerData', { id: layer.id })), [router]);
  const refresh = useCallback((layer: Layer) => onRefresh([layer]), [onRefresh]);

  return (
    <Panel
      flush
      title={t('layers.title')}
      onHelp={onHelp}
      {...(onClose ? { onClose } : {})}
      actions={<PanelButtons ready={order.length > 0} onRefresh={() => onRefresh(layers)} />}
      foot={<BaseSelect />}
    >
      {tip && <TipDialog layer={tip} onClose={() => setTip(null)} />}
      <div className={classes.whole}>
        {layers.length >= SEARCH_FROM && (
          <TextInput
            className={classes.search}
            aria-label={t('layers.search')}
            placeholder={t('layers.search')}
            leftSection={<IconSearch size={16} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            rightSection={
              typed ? <CloseButton size="sm" aria-label={t('layers.clearSearch')} onClick={() => setTyped('')} /> : null
            }
          />
        )}
        {loading && <ListSkeleton rows={5} />}
        {error !== null && <ErrorState error={error} retry={retry} />}
        {!loading && error === null && layers.length === 0 && <NoLayers />}
        {layers.length > 0 && rows.length === 0 && (
          <EmptyState
            title={t('layers.noneFound')}
            text={t('layers.noneFoundText')}
            action={
              <Button variant="default" onClick={() => setTyped('')}>
                {t('layers.clearSearch')}
              </Button>
            }
          />
        )}
        <div ref={scroller} className={classes.scroller} data-testid="layer-list">
          <ul className={classes.list} style={{ blockSize: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              const label = row.kind === 'group' ? (row.group?.label ?? t('layers.ungrouped')) : '';
              const anyVisible = row.kind === 'group' && row.ids.some((id) => !hidden.has(id));
              return (
                <li
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  className={classes.place}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {row.kind === 'group' ? (
                    <div className={classes.groupHead}>
                      <IconButton
                        label={t(anyVisible ? 'layers.hideGroup' : 'layers.showGroup', { label })}
                        variant="subtle"
                        color="gray"
                        size={28}
                        onClick={() => setVisible(row.ids, !anyVisible)}
                      >
                        {anyVisible ? <IconEye size={18} /> : <IconEyeOff size={18} />}
                      </IconButton>
                      <h3>
                        <button
                          type="button"
                          aria-expanded={row.open}
                          disabled={word !== ''}
                          onClick={() => toggleGroup(row.group?.id ?? null)}
                        >
                          <bdi>{label}</bdi>
                          <IconChevronDown
                            size={14}
                            className={classes.chevron}
                            data-open={row.open || undefined}
                            aria-hidden
                          />
                        </button>
                      </h3>
                    </div>
                  ) : (
                    <LayerRow
                      layer={row.layer}
                      state={states.get(row.layer.id)?.state ?? null}
                      reason={states.get(row.layer.id)?.reason ?? null}
                      open={open.has(row.layer.id)}
                      onToggle={toggleLayer}
                      onTable={onTable}
                      onRecords={onRecords}
                      onRefresh={refresh}
                      onTip={setTip}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </Panel>
  );
}

/** The panel's buttons: a new layer from a file, for whoever may, kept arrangements, and all tiles anew. */
function PanelButtons({ ready, onRefresh }: { ready: boolean; onRefresh: () => void }) {
  const t = useTranslations('home.layers');
  return (
    <>
      <AddLayer />
      <EnvMenu ready={ready} />
      <IconButton label={t('refreshAll')} variant="subtle" color="gray" size={28} onClick={onRefresh}>
        <IconRefresh size={18} />
      </IconButton>
    </>
  );
}

/** Opens the import, for whoever may use it. */
function AddLayer() {
  const t = useTranslations('home.layers');
  const router = useRouter();
  if (!useMay(routes.layerImport.needs)) return null;
  return (
    <IconButton
      label={t('add')}
      variant="subtle"
      color="gray"
      size={28}
      onClick={() => router.push(href('layerImport', { id: 'upload' }))}
    >
      <IconPlus size={18} />
    </IconButton>
  );
}

/** What to do on an empty map, for whoever may do it. */
function NoLayers() {
  const t = useTranslations('home.layers');
  if (!useMay(routes.layerImport.needs))
    return <EmptyState title={t('emptyTitle')} text={t('emptyForReader')} noAct="final" />;
  return (
    <EmptyState
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <Anchor component={Link} href={href('layerImport', { id: 'upload' })}>
          {t('import')}
        </Anchor>
      }
    />
  );
}
