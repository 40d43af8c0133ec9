// The sheet of the open region: its facts, whom it binds, what stands in it, and how it lies beside others.
'use client';
import { Button, Group, Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Geometry } from '@/contract/schemas/common';
import type { Region } from '@/contract/schemas/region';
import type { RegionShapeOrder } from '@/contract/schemas/regions/shape';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import type { Resource } from '@/lib/api/use-resource';
import { useFormat } from '@/lib/i18n/use-format';
import { lengthOf, useMeasureText } from '@/map';
import { cornersOf } from '../../logic/draft';
import { SHEET_TABS, type SheetTab } from '../../logic/tree';
import classes from '../regions.module.css';
import type { RegionWrites } from '../use-open-region';
import { Facts } from './facts';
import { Fit } from './fit';
import { People } from './people';
import { Work } from './work';

/** Corners up to which the perimeter is measured here. */
const MAX_MEASURED = 20_000;
const MAX_CORNERS = 50_000;

export interface RegionSheetProps {
  resource: Resource<Region>;
  tree: readonly RegionBranch[];
  writes: RegionWrites;
  tab: SheetTab;
  onTab: (tab: SheetTab) => void;
  onPoint: (geometry: Geometry) => void;
  onMend: (order: RegionShapeOrder, of: number) => void;
  onSight: (person: number) => void;
  onExport: () => void;
  onRemove: () => void;
}

export function RegionSheet(props: RegionSheetProps) {
  const { resource, tree, writes, tab, onTab, onPoint, onMend, onSight, onExport, onRemove } = props;
  const { body: region, etag } = resource;
  const t = useTranslations('regions.sheet');
  return (
    <Tabs value={tab} onChange={(next) => onTab(next as SheetTab)} keepMounted={false}>
      <Tabs.List>
        {SHEET_TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`tabs.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="facts" pt="md" className={classes.stack ?? ''}>
        <Size region={region} />
        <Group gap="xs">
          <Button variant="default" onClick={onExport}>
            {t('export')}
          </Button>
          <Button variant="subtle" color="red" onClick={onRemove}>
            {t('remove')}
          </Button>
        </Group>
        <Facts key={region.id} tree={tree} region={region} etag={etag} writes={writes} onSaved={() => undefined} />
      </Tabs.Panel>
      <Tabs.Panel value="people" pt="md">
        <People region={region} etag={etag} writes={writes} onSight={onSight} />
      </Tabs.Panel>
      <Tabs.Panel value="work" pt="md">
        <Work id={region.id} />
      </Tabs.Panel>
      <Tabs.Panel value="fit" pt="md">
        <Fit region={region} onPoint={onPoint} onMend={onMend} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Size({ region }: { region: Region }) {
  const t = useTranslations('regions.sheet');
  const measure = useMeasureText();
  const { number } = useFormat();
  const corners = region.geometry ? cornersOf(region.geometry) : 0;
  return (
    <dl className={classes.size}>
      <div>
        <dt>{t('area')}</dt>
        <dd>{measure(region.area, 'area')}</dd>
      </div>
      {region.geometry && corners <= MAX_MEASURED && (
        <div>
          <dt>{t('perimeter')}</dt>
          <dd>{measure(lengthOf(region.geometry), 'length')}</dd>
        </div>
      )}
      <div>
        <dt>{t('corners')}</dt>
        <dd>{t('cornersOf', { n: number(corners), max: number(MAX_CORNERS) })}</dd>
      </div>
    </dl>
  );
}
