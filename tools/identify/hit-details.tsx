// One record that was found: its values, and what can be done with it.
'use client';
import { Button, Group } from '@mantine/core';
import { IconFocusCentered, IconForms, IconPencil, IconZoomScan } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Num } from '@/components/num';
import type { Layer } from '@/contract/schemas/layer';
import type { Found } from '@/contract/schemas/record';
import { useRelatedCounts, useRelations } from '@/lib/api/use-relations';
import { useMap } from '@/map/canvas/provider';
import { extentOf } from '@/map/geo/measure';
import { flash } from '@/map/state/flash';
import { ValueList } from '../parts/values';
import classes from './results.module.css';

const CLOSE_ZOOM = 17;

/** Brings records into view together. */
export const useZoom = () => {
  const map = useMap();
  return (hits: readonly Found[]) => {
    const extent = extentOf(hits.flatMap((f) => f.geometry ?? []));
    if (extent) map.fitExtent(extent, { maxZoom: CLOSE_ZOOM });
  };
};

/** How much belongs to the record, by relation; nothing where nothing does. */
function Related({ layer, record }: { layer: number; record: number }) {
  const tabs = useRelations(layer, true).filter(({ side }) => side === 'children');
  const countOf = useRelatedCounts(layer, [record], tabs.length > 0);
  return tabs.map(({ id, label }) => {
    const related = countOf(record, id);
    if (!related?.count) return null;
    return (
      <div key={id} className={classes.related}>
        <bdi>{label}</bdi>
        <Num value={related.count} isCapped={related.capped} />
      </div>
    );
  });
}

/** The values of the open record, and what can be done with it. */
export const HitDetails = ({ hit, layer }: { hit: Found; layer: Layer | undefined }) => {
  const t = useTranslations('map.tools.identify');
  const map = useMap();
  const zoom = useZoom();
  const canEdit = layer?.rights.edit ?? false;
  return (
    <div className={classes.inside}>
      <ValueList fields={layer?.config.form ?? []} value={hit.value} />
      {layer && <Related layer={layer.id} record={hit.id} />}
      <Group gap={6} mt={8}>
        <Button
          size="xs"
          px={10}
          leftSection={canEdit ? <IconPencil size={16} /> : <IconForms size={16} />}
          onClick={() => map.ask({ kind: 'open', id: hit.id })}
        >
          {t(canEdit ? 'edit' : 'open')}
        </Button>
        <Button
          size="xs"
          variant="default"
          px={8}
          aria-label={t('zoom')}
          leftSection={<IconZoomScan size={16} />}
          onClick={() => zoom([hit])}
        >
          {t('zoomShort')}
        </Button>
        <Button
          size="xs"
          variant="default"
          px={8}
          aria-label={t('flash')}
          leftSection={<IconFocusCentered size={16} />}
          onClick={() => hit.geometry && flash([hit.geometry])}
        >
          {t('flashShort')}
        </Button>
      </Group>
    </div>
  );
};
