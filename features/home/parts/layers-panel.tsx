// The layers tab: groups with their layers, the base map, and what to do when there is nothing.
'use client';
import { Anchor, Select, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { Panel } from '@/components/panel';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/states';
import { fold } from '@/contract/fold';
import type { Layer, LayerGroup } from '@/contract/schemas/layer';
import { href } from '@/lib/routes/rules';
import { type BaseKind, type LayerState, useBase, useLayers, useMap } from '@/map';
import { sections } from '../logic/side';
import { LayerRow } from './layer-row';
import classes from './layers-panel.module.css';

const BASES: readonly BaseKind[] = ['osm', 'natural', 'none'];
/** With fewer layers than this a search box would only take room. */
const SEARCH_FROM = 8;

export interface LayersPanelProps {
  layers: readonly Layer[];
  groups: readonly LayerGroup[];
  states: ReadonlyMap<number, LayerState>;
  loading: boolean;
  error: unknown;
  retry: () => void;
  onTable: (layer: Layer) => void;
  onClose?: () => void;
}

export function LayersPanel({ layers, groups, states, loading, error, retry, onTable, onClose }: LayersPanelProps) {
  const t = useTranslations('home');
  const texts = useTranslations('map');
  const router = useRouter();
  const map = useMap();
  const { order, hidden, setVisible } = useLayers();
  const { base, failed, setBase } = useBase();
  const [typed, setTyped] = useState('');
  const wanted = fold(typed);
  const shown = wanted ? layers.filter((l) => fold(l.label).includes(wanted)) : layers;

  return (
    <Panel
      flush
      title={t('layers.title')}
      {...(onClose ? { onClose } : {})}
      foot={
        <Select
          className={classes.base}
          size="xs"
          label={t('base')}
          allowDeselect={false}
          data={BASES.map((kind) => ({ value: kind, label: texts(`base.${kind}`) }))}
          value={base}
          onChange={(kind) => kind && setBase(kind as BaseKind)}
          description={failed && base === 'osm' ? texts('base.failed') : undefined}
        />
      }
    >
      {layers.length >= SEARCH_FROM && (
        <TextInput
          className={classes.search}
          aria-label={t('layers.search')}
          placeholder={t('layers.search')}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {loading && <ListSkeleton rows={5} />}
      {error !== null && <ErrorState error={error} retry={retry} />}
      {!loading && error === null && layers.length === 0 && (
        <EmptyState
          title={t('layers.emptyTitle')}
          text={t('layers.emptyText')}
          action={
            <Anchor component={Link} href={href('layerImport', { id: 'upload' })}>
              {t('layers.import')}
            </Anchor>
          }
        />
      )}
      {sections(groups, shown, order).map(({ group, layers: inside }) => {
        const ids = inside.map((l) => l.id);
        const anyVisible = ids.some((id) => !hidden.has(id));
        const label = group?.label ?? t('layers.ungrouped');
        return (
          <section key={group?.id ?? 'none'} className={classes.group}>
            <header className={classes.groupHead}>
              <h3>
                <bdi>{label}</bdi>
              </h3>
              <IconButton
                label={t(anyVisible ? 'layers.hideGroup' : 'layers.showGroup', { label })}
                variant="subtle"
                color="gray"
                size={28}
                onClick={() => setVisible(ids, !anyVisible)}
              >
                {anyVisible ? <IconEye size={16} /> : <IconEyeOff size={16} />}
              </IconButton>
            </header>
            <ul className={classes.list}>
              {inside.map((layer) => (
                <LayerRow
                  key={layer.id}
                  layer={layer}
                  state={states.get(layer.id) ?? null}
                  onZoom={() => layer.extent && map.fitExtent(layer.extent)}
                  onTable={() => onTable(layer)}
                  onRecords={() => router.push(href('layerData', { id: layer.id }))}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </Panel>
  );
}
