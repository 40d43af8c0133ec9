// The fields of a raster's style: bands to colours, stretch, hillshade, and how pixels are drawn.
'use client';
import { Checkbox, Select, Skeleton, Slider, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { FormFields } from '@/components/form/resource-form';
import { Card } from '@/components/layout/card';
import { lazyPart } from '@/components/layout/lazy-part';
import {
  RASTER_RESAMPLINGS,
  type RasterFacts,
  type RasterStyle,
  stretchLimits,
} from '@/contract/schemas/sources/raster';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { useFormat } from '@/lib/i18n/use-format';
import type { RasterRampProps } from '@/tools/index';
import { bandOf, NEW_SUN, paintFor, paintKinds, STRETCHES, stretchFor, withPaint } from '../../logic/raster-values';
import classes from '../service.module.css';

const RasterRamp = lazyPart<RasterRampProps>(async () => ({ default: (await import('@/tools/index')).RasterRamp }));

interface PartProps {
  resource: ResourceForm<RasterStyle>;
  facts: RasterFacts;
}

function useBandName(facts: RasterFacts) {
  const t = useTranslations('layerSources.raster');
  const { number } = useFormat();
  return (band: number) => {
    const role = facts.bands[band - 1]?.role ?? 'other';
    return role === 'other'
      ? t('bandOf', { n: number(band) })
      : t('bandNamed', { n: number(band), role: t(`roles.${role}`) });
  };
}

export function PaintCard({ resource, facts }: PartProps) {
  const t = useTranslations('layerSources.raster');
  const { form } = resource;
  const { values, errors } = form;
  const { paint } = values;
  const nameOf = useBandName(facts);
  const bands = facts.bands.map((_, at) => ({ value: String(at + 1), label: nameOf(at + 1) }));
  const set = (next: RasterStyle['paint']) => form.setValues(withPaint(values, next));
  return (
    <Card title={t('paint')}>
      <Select
        label={t('paintKind')}
        data={paintKinds(facts).map((kind) => ({ value: kind, label: t(`paints.${kind}`) }))}
        value={paint.kind}
        allowDeselect={false}
        error={errors['paint.kind']}
        onChange={(kind) => set(paintFor(kind as typeof paint.kind, facts, paint))}
      />
      {paint.kind === 'rgb' && (
        <FormFields>
          {(['red', 'green', 'blue'] as const).map((key) => (
            <Select
              key={key}
              label={t(`roles.${key}`)}
              data={bands}
              value={String(paint[key])}
              allowDeselect={false}
              error={errors[`paint.${key}`]}
              onChange={(band) => set({ ...paint, [key]: Number(band) })}
            />
          ))}
        </FormFields>
      )}
      {(paint.kind === 'ramp' || paint.kind === 'shade') && bands.length > 1 && (
        <Select
          label={t('band')}
          data={bands}
          value={String(paint.band)}
          allowDeselect={false}
          error={errors['paint.band']}
          onChange={(band) => set({ ...paint, band: Number(band) })}
        />
      )}
      {paint.kind === 'ramp' && (
        <Suspense fallback={<Skeleton height={56} />}>
          <RasterRamp value={paint.ramp} onChange={(ramp) => set({ ...paint, ramp })} />
        </Suspense>
      )}
      {(paint.kind === 'ramp' || paint.kind === 'rgb') && <StretchFields resource={resource} facts={facts} />}
    </Card>
  );
}

const REACH = 1e12;

function StretchFields({ resource, facts }: PartProps) {
  const t = useTranslations('layerSources.raster');
  const { number } = useFormat();
  const { form } = resource;
  const { stretch, paint } = form.values;
  const set = (next: RasterStyle['stretch']) => form.setFieldValue('stretch', next);
  const [low, high] = stretchLimits(stretch, facts.bands[bandOf(paint) - 1]);
  const short = (value: number) => number(value, { maximumSignificantDigits: 5 });
  return (
    <>
      <Select
        label={t('stretch')}
        description={t('limits', { low: short(low), high: short(high) })}
        data={STRETCHES.map(({ id }) => ({ value: id, label: t(`stretches.${id}`) }))}
        value={
          STRETCHES.find(({ stretch: one }) => JSON.stringify(one) === JSON.stringify(stretch))?.id ?? stretch.kind
        }
        allowDeselect={false}
        onChange={(id) => set(stretchFor(id ?? 'minmax', [low, high]))}
      />
      {stretch.kind === 'deviation' && (
        <NumberField label={t('times')} min={0.1} max={10} step={0.5} value={stretch.times} onChange={(times) => set({ ...stretch, times })} /> // biome-ignore format: one field
      )}
      {stretch.kind === 'range' && (
        <FormFields>
          <NumberField
            label={t('from')}
            min={-REACH}
            max={REACH}
            value={stretch.from}
            onChange={(from) => set({ ...stretch, from })}
          />
          <NumberField
            label={t('to')}
            min={-REACH}
            max={REACH}
            value={stretch.to}
            error={form.errors['stretch.to'] ?? (stretch.from >= stretch.to && t('toBelow'))}
            onChange={(to) => set({ ...stretch, to })}
          />
        </FormFields>
      )}
    </>
  );
}

const LIMITS = { azimuth: [0, 360, 15], altitude: [0, 90, 5], exaggeration: [0.01, 1000, 1] } as const;

export function ShadeCard({ resource }: PartProps) {
  const t = useTranslations('layerSources.raster');
  const { form } = resource;
  const { hillshade, paint } = form.values;
  if (paint.kind !== 'ramp' && paint.kind !== 'shade') return null;
  return (
    <Card title={t('hillshade')} hint={t('hillshadeHint')}>
      {paint.kind === 'ramp' && (
        <Checkbox
          label={t('withShade')}
          checked={hillshade !== null}
          onChange={(event) => form.setFieldValue('hillshade', event.currentTarget.checked ? NEW_SUN : null)}
        />
      )}
      {hillshade && (
        <FormFields>
          {(['azimuth', 'altitude', 'exaggeration'] as const).map((key) => (
            <NumberField
              key={key}
              label={t(key)}
              min={LIMITS[key][0]}
              max={LIMITS[key][1]}
              step={LIMITS[key][2]}
              value={hillshade[key]}
              error={form.errors[`hillshade.${key}`]}
              onChange={(value) => form.setFieldValue('hillshade', { ...hillshade, [key]: value })}
            />
          ))}
        </FormFields>
      )}
    </Card>
  );
}

export function PixelCard({ resource, facts }: PartProps) {
  const t = useTranslations('layerSources.raster');
  const { number, percent } = useFormat();
  const { form } = resource;
  const { nodata, opacity, resampling } = form.values;
  const own = facts.bands[0]?.nodata ?? null;
  return (
    <Card title={t('pixels')}>
      <Select
        label={t('resampling')}
        data={RASTER_RESAMPLINGS.map((value) => ({ value, label: t(`resamplings.${value}`) }))}
        value={resampling}
        allowDeselect={false}
        disabled={form.values.paint.kind === 'palette'}
        onChange={(value) =>
          form.setFieldValue('resampling', RASTER_RESAMPLINGS.find((one) => one === value) ?? resampling)
        }
      />
      <Checkbox
        label={t('nodata')}
        description={
          own === null ? t('nodataNone') : t('nodataOwn', { value: number(own, { maximumSignificantDigits: 8 }) })
        }
        checked={nodata !== null}
        onChange={(event) => form.setFieldValue('nodata', event.currentTarget.checked ? 0 : null)}
      />
      {nodata !== null && (
        <NumberField label={t('nodataValue')} min={-1e38} max={1e38} value={nodata} onChange={(value) => form.setFieldValue('nodata', value)} /> // biome-ignore format: one field
      )}
      <div className={classes.slider}>
        <Text size="sm">{t('opacity')}</Text>
        <Slider
          min={0}
          max={100}
          step={5}
          value={Math.round(opacity * 100)}
          label={(value) => percent(value / 100)}
          thumbLabel={t('opacity')}
          onChange={(value) => form.setFieldValue('opacity', value / 100)}
        />
      </div>
    </Card>
  );
}
