// What is in an uploaded raster before it is a layer: its bands, where it lies, and the room that it takes.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useSizeText } from '@/components/fields/use-size-text';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { Extent } from '@/contract/schemas/common';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { PlainMap, useConverter } from '@/map/index';
import { CANDIDATES, placeIn } from '../logic/crs';
import type { DatasetPlan } from '../logic/plan';
import classes from './raster.module.css';

const MEGABYTE = 1024 * 1024;
const ROLES = ['red', 'green', 'blue', 'grey', 'palette', 'alpha'] as const;

/** The corners of the picture in degrees; null where its system is not among those that are known here. */
function useShape({ dataset, srid, crs }: DatasetPlan) {
  const convert = useConverter();
  return useMemo(() => {
    const { extent } = dataset;
    const code = srid ?? (crs === null ? dataset.srid : null);
    const system = CANDIDATES.find((one) => one.code === code);
    if (!extent || !system) return null;
    const [w, s, e, n] = extent;
    const ring = ([[w, s], [e, s], [e, n], [w, n], [w, s]] as const).map(([x, y]) => placeIn(system, x, y, convert)); // biome-ignore format: one ring
    if (ring.some((at) => at === null)) return null;
    const corners = ring.map((at) => [...(at as readonly [number, number])] as [number, number]);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const box: Extent = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const shapes = [{ id: 1, geometry: { type: 'Polygon' as const, coordinates: [corners] } }];
    return { box, sets: [{ id: 'raster', role: 'after' as const, shapes }] };
  }, [dataset, srid, crs, convert]);
}

/** The file itself and the copy that is drawn, which is about as large. */
function Room({ size }: { size: number }) {
  const t = useTranslations('layerBuilder.raster');
  const sizeText = useSizeText();
  const plan = useRead(api.subscription.current, {}).data;
  if (!plan || plan.disk_total === 0) return null;
  const room = Math.max(0, plan.disk_total - plan.disk_used) * MEGABYTE;
  const values = { size: sizeText(size * 2), room: sizeText(room) };
  return size * 2 > room ? (
    <Callout kind="caution">{t('noRoom', values)}</Callout>
  ) : (
    <Callout>{t('room', values)}</Callout>
  );
}

export function RasterDetails({ plan, size }: { plan: DatasetPlan; size: number }) {
  const t = useTranslations('layerBuilder.raster');
  const { number } = useFormat();
  const shape = useShape(plan);
  const details = plan.dataset.raster?.details ?? [];
  const short = (value: number | null) =>
    value === null ? t('unknown') : number(value, { maximumSignificantDigits: 7 });
  return (
    <div className={classes.details}>
      <div className={classes.bands}>
        <table aria-label={t('bands')}>
          <thead>
            <tr>
              {(['band', 'type', 'least', 'most', 'nodata', 'role'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {details.map(({ type, role, nodata, min, max }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bands have no other name
              <tr key={at}>
                <td>
                  <Num value={at + 1} />
                </td>
                <td>
                  <bdi dir="ltr">{type}</bdi>
                </td>
                <td>
                  <bdi dir={min === null ? undefined : 'ltr'}>{short(min)}</bdi>
                </td>
                <td>
                  <bdi dir={max === null ? undefined : 'ltr'}>{short(max)}</bdi>
                </td>
                <td>
                  <bdi dir={nodata === null ? undefined : 'ltr'}>{nodata === null ? t('none') : short(nodata)}</bdi>
                </td>
                <td>{t(`roles.${ROLES.find((one) => one === role) ?? 'other'}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shape && (
        <div className={classes.map}>
          <PlainMap label={t('map')} sets={shape.sets} extent={shape.box} />
        </div>
      )}
      <Room size={size} />
    </div>
  );
}
