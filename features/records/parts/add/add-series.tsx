// Records of a layer added one after the other: the form at the start, the place at the end; on a narrow window one of them at a time.
'use client';
import { Button, SegmentedControl } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Page } from '@/components/layout/page';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { DEFAULT_VIEW, type LngLat } from '@/map';
import { titleOf } from '../../logic/form-state';
import classes from './add.module.css';
import { AddForm } from './add-form';
import { PlaceBlock } from './place-block';
import { PlaceMap } from './place-map';
import { useLastRecord } from './use-last-record';
import { useSeries } from './use-series';

type Side = 'form' | 'place';

/** How many were added here, and the way to take the last one back. */
function Sitting({ layer, series }: { layer: Layer; series: ReturnType<typeof useSeries> }) {
  const t = useTranslations('records.add');
  const { number, digits } = useFormat();
  const { sitting, remove } = series;
  const last = sitting.at(-1);
  if (!last) return null;
  const title = titleOf(layer.config, last.value) || t('untitled', { id: digits(last.id) });
  return (
    <span className={classes.sitting}>
      {t('sitting', { n: number(sitting.length) })}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={remove.isPending}
        onClick={() => void remove.run(last, title)}
      >
        {t('undo')}
      </Button>
    </span>
  );
}

export function AddSeries({ layer }: { layer: Layer }) {
  const t = useTranslations('records.add');
  const router = useRouter();
  const series = useSeries(layer);
  const { kind, place, isDrawing } = series;
  const [side, setSide] = useState<Side>('form');
  // Where it opens: what is added later must not move it.
  const [extent] = useState(layer.extent);
  const middle = useRef<() => LngLat>(() => [DEFAULT_VIEW.center[0], DEFAULT_VIEW.center[1]]);
  const last = useLastRecord(layer.id, series.sitting.at(-1)?.value ?? null);
  const form = (
    <AddForm
      key={series.round}
      layer={layer}
      place={place}
      first={series.first}
      last={last}
      pins={series.pins}
      onPin={series.pin}
      onPlace={series.put}
      onAskPlace={() => {
        setSide('place');
        if (!place) series.draw(true);
      }}
      onSaved={(record, then) => {
        if (then === 'end') return router.push(`${href('layerData', { id: layer.id })}?record=${record.id}`);
        setSide('form');
        series.next(record);
      }}
    >
      <Sitting layer={layer} series={series} />
    </AddForm>
  );
  return (
    <Page title={t('title', { layer: layer.label })} fill>
      {kind ? (
        <div className={classes.screen} data-side={side}>
          <SegmentedControl
            className={classes.sides}
            value={side}
            onChange={(value) => setSide(value as Side)}
            data={[
              { value: 'form', label: t('form') },
              { value: 'place', label: t(place ? 'placed' : 'unplaced') },
            ]}
          />
          <PlaceBlock
            kind={kind}
            place={place}
            isDrawing={isDrawing}
            middle={() => middle.current()}
            onPlace={series.put}
            onDraw={series.draw}
          />
          {form}
          <div className={classes.map}>
            <PlaceMap
              layer={layer}
              place={place}
              sitting={series.sitting}
              extent={extent}
              drawing={isDrawing ? kind : null}
              onDraw={series.put}
              onReady={(read) => {
                middle.current = read;
              }}
            />
          </div>
        </div>
      ) : (
        <div className={classes.screen} data-plain>
          {form}
        </div>
      )}
    </Page>
  );
}
