// The first rows on a map before anything is imported, and the systems that would put them into the organisation's extent.
'use client';
import { Button, Loader } from '@mantine/core';
import { IconMapPinCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { PlaceReport } from '@/contract/schemas/upload';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { MERCATOR_SIDE, toPicture, windowOf } from '../../logic/picture';
import { type DatasetPlan, type System, systemOf } from '../../logic/plan';
import classes from '../look-step.module.css';
import { useBackdrop } from './use-backdrop';

const CANDIDATES = 6;

export interface PlacePreviewProps {
  fileId: string;
  encoding: string | null;
  plan: DatasetPlan;
  onChoose: (system: System) => void;
}

/** Where the rows lie, and the window that shows them and the organisation's extent. */
const pictureOf = (data: PlaceReport) => {
  // Where no system is chosen, the likeliest one is shown.
  const first = data.crs ? undefined : data.candidates[0];
  const positions = (first ?? data).positions.map(toPicture);
  const [west, south, east, north] = data.home;
  const home = [toPicture([west, north]), toPicture([east, south])] as const;
  return { first, positions, home, window: windowOf([...positions, ...home]) };
};

function Picture({ picture: { positions, home, window } }: { picture: ReturnType<typeof pictureOf> }) {
  const t = useTranslations('layerBuilder.place');
  const { lang, number } = useFormat();
  const { path, towns } = useBackdrop(window);
  const { left, top, side } = window;
  return (
    <svg
      className={classes.picture}
      viewBox={`${left} ${top} ${side} ${side * 0.6}`}
      role="img"
      aria-label={t('picture', { n: number(positions.length) })}
    >
      <image href="/base/overview.svg" width={MERCATOR_SIDE} height={MERCATOR_SIDE} />
      <path d={path} className={classes.border} strokeWidth={side / 400} />
      <rect
        x={home[0][0]}
        y={home[0][1]}
        width={home[1][0] - home[0][0]}
        height={home[1][1] - home[0][1]}
        className={classes.home}
        strokeWidth={side / 300}
        strokeDasharray={side / 80}
      />
      {towns.map(({ fa, en, lon, lat }) => {
        const [x, y] = toPicture([lon, lat]);
        return (
          <text
            key={`${lon} ${lat}`}
            x={x}
            y={y - side / 60}
            fontSize={side / 32}
            textAnchor="middle"
            className={classes.town}
          >
            {(lang === 'fa' && fa) || en}
          </text>
        );
      })}
      {positions.map(([x, y], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: positions have no other name
        <circle key={i} cx={x} cy={y} r={side / 110} strokeWidth={side / 500} className={classes.dot} />
      ))}
    </svg>
  );
}

interface CandidatesProps extends Pick<PlacePreviewProps, 'plan' | 'onChoose'> {
  candidates: PlaceReport['candidates'];
}

/** The systems that would put the rows into the organisation's extent. */
function Candidates({ plan, candidates, onChoose }: CandidatesProps) {
  const t = useTranslations('layerBuilder.place');
  return candidates.slice(0, CANDIDATES).map(({ srid, crs, name, swapped, overlap }) => {
    const isChosen = plan.swapped === swapped && (srid === null ? plan.crs === crs : plan.srid === srid);
    return (
      <Button
        key={`${srid} ${crs} ${swapped}`}
        variant={isChosen ? 'light' : 'default'}
        size="compact-sm"
        justify="flex-start"
        aria-pressed={isChosen}
        leftSection={<IconMapPinCheck size={14} />}
        onClick={() => onChoose({ srid, crs, swapped })}
      >
        <bdi dir="ltr">{name}</bdi>
        &nbsp;{swapped && t('swapped')} · <Num value={overlap} isShare />
      </Button>
    );
  });
}

/** A picture of Iran's size at least, so that a wrong zone shows. */
export function PlacePreview({ fileId, encoding, plan, onChoose }: PlacePreviewProps) {
  const t = useTranslations('layerBuilder.place');
  const errorText = useErrorText();
  const { number } = useFormat();
  const { dataset, type, place } = plan;
  const report = useRead(
    api.uploads.place,
    {
      params: { file: fileId },
      body: {
        dataset: dataset.name,
        type,
        find: true,
        ...(encoding ? { encoding } : {}),
        ...(place ? { place } : {}),
        ...systemOf(plan),
      },
    },
    { keep: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const { data } = report;
  const picture = useMemo(() => data && pictureOf(data), [data]);
  // Another upstream may not have the call: the choice stands without its picture.
  if (report.error?.status === 404) return null;
  if (report.error)
    return (
      <p className={classes.hint} role="alert" data-warn>
        {errorText(report.error)}
      </p>
    );
  if (!data || !picture) return <Loader size="sm" />;
  const { first } = picture;
  const good = data.rows - data.bad;
  return (
    <div className={classes.placeMap} aria-busy={report.isFetching}>
      <Picture picture={picture} />
      <div className={classes.candidates}>
        <p className={classes.hint} role="status" data-warn={(data.crs !== null && good === 0) || undefined}>
          {first
            ? t('asIf', { name: first.name })
            : data.crs
              ? t('rows', { n: number(good), m: number(data.rows) })
              : t('noSystem')}
        </p>
        <Candidates plan={plan} candidates={data.candidates} onChoose={onChoose} />
      </div>
    </div>
  );
}
