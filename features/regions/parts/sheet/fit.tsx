// Where a region lies over others, and where they leave gaps: each shown on the map, and mended by a shape that is looked at before it is saved.
'use client';
import { Button } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract/index';
import type { Geometry } from '@/contract/schemas/common';
import type { Region } from '@/contract/schemas/region';
import type { RegionShapeOrder } from '@/contract/schemas/regions/shape';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMeasureText } from '@/map';
import classes from '../regions.module.css';

export interface FitProps {
  region: Region;
  onPoint: (geometry: Geometry) => void;
  /** Makes another shape of a region, not yet saved. */
  onMend: (order: RegionShapeOrder, of: number) => void;
}

interface Mend {
  label: string;
  run: () => void;
}
interface FaultProps {
  text: ReactNode;
  mends: readonly Mend[];
  isPointed: boolean;
  whyNot: string | null;
  onShow: () => void;
}

function Fault({ text, mends, isPointed, whyNot, onShow }: FaultProps) {
  const t = useTranslations('regions.fit');
  return (
    <li className={classes.fault} data-pointed={isPointed || undefined}>
      <span className={classes.faultText}>{text}</span>
      <IconButton label={t('show')} onClick={onShow}>
        <IconFocusCentered size={16} />
      </IconButton>
      {mends.map(({ label, run }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          disabled={whyNot !== null}
          title={whyNot ?? undefined}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </li>
  );
}

export function Fit({ region, onPoint, onMend }: FitProps) {
  const t = useTranslations('regions.fit');
  const measure = useMeasureText();
  const { percent, listed } = useFormat();
  const fit = useRead(api.regions.fit, { params: { id: region.id } });
  const [pressed, setPressed] = useState('');
  if (fit.error) return <ErrorState error={fit.error} retry={() => void fit.refetch()} />;
  if (!fit.data) return <ListSkeleton />;
  const { overlaps, gaps, beyond, capped } = fit.data;
  if (overlaps.length + gaps.length === 0 && !beyond)
    return <EmptyState title={t('fine')} text={t('fineText')} noAct="final" />;
  const whyNot = region.can_edit === false ? (region.why?.edit ?? null) : null;
  const show = (key: string, geometry: Geometry) => {
    setPressed(key);
    onPoint(geometry);
  };
  const shape = (geometry: Geometry) => ({ geometry }) as Extract<RegionShapeOrder, { act: 'simplify' }>['of'];
  const line = (key: string, text: ReactNode, geometry: Geometry, mends: Mend[]) => (
    <Fault
      key={key}
      text={text}
      mends={mends}
      isPointed={pressed === key}
      whyNot={whyNot}
      onShow={() => show(key, geometry)}
    />
  );
  const { id } = region;
  return (
    <div className={classes.stack}>
      {overlaps.length > 0 && <h3 className={classes.part}>{t('overlaps')}</h3>}
      <ul className={classes.list} aria-label={t('overlaps')}>
        {overlaps.map(({ id: other, label, area, share, geometry }) =>
          line(
            `o${other}`,
            t('overlap', { name: label, area: measure(area, 'area'), share: percent(share) }),
            geometry,
            [
              {
                label: t('takeOut'),
                run: () => onMend({ act: 'difference', of: { region: id }, by: [{ region: other }] }, id),
              },
            ],
          ),
        )}
      </ul>
      {gaps.length > 0 && <h3 className={classes.part}>{t('gaps')}</h3>}
      <ul className={classes.list} aria-label={t('gaps')}>
        {gaps.map(({ area, geometry, of, neighbours }, i) => {
          const taker = of.id === id ? neighbours[0] : { id, label: region.label };
          const names = listed(neighbours.map(({ label }) => label));
          return line(
            `g${i}-${area}`,
            names
              ? t('gap', { area: measure(area, 'area'), names, of: of.label })
              : t('gapAlone', { area: measure(area, 'area'), of: of.label }),
            geometry,
            taker ? [{ label: t('close', { name: taker.label }), run: () => onMend({ act: 'union', of: [{ region: taker.id }, shape(geometry)] }, taker.id) }] : [], // biome-ignore format: one act
          );
        })}
      </ul>
      {beyond && (
        <>
          <h3 className={classes.part}>{t('beyondTitle')}</h3>
          <ul className={classes.list}>
            {line('b', t('beyond', { area: measure(beyond.area, 'area') }), beyond.geometry, [
              { label: t('takeOut'), run: () => onMend({ act: 'difference', of: { region: id }, by: [shape(beyond.geometry)] }, id) }, // biome-ignore format: one act
            ])}
          </ul>
        </>
      )}
      {capped && <Callout>{t('capped')}</Callout>}
    </div>
  );
}
