// One's own track of a day, as watchers see it. The default export is for lazy loading.
'use client';
import { Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { OwnTrack } from '@/contract/schemas/tracking';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { PlainMap, type ShapeSet } from '@/map';
import { linesOf, readTrack, type Track } from '../../logic/track';
import { TrackNumbers } from '../track/person-card';
import classes from '../tracking.module.css';

const setsOf = (track: Track): ShapeSet[] => {
  const { solid, dashed } = linesOf(track);
  const shapes = (lines: typeof solid) => lines.map((geometry, i) => ({ id: i, geometry }));
  const [first] = track.places;
  const point = { type: 'Point' as const, coordinates: [first?.lon ?? 0, first?.lat ?? 0] };
  return [
    { id: 'gaps', role: 'before', shapes: shapes(dashed) },
    { id: 'ways', role: 'after', shapes: shapes(solid) },
    { id: 'first', role: 'region', shapes: first ? [{ id: 0, geometry: point }] : [] },
  ];
};

export default function OwnTrackDialog({ own, onClose }: { own: OwnTrack; onClose: () => void }) {
  const t = useTranslations('tracking');
  const { date } = useFormat();
  const [day, setDay] = useState(own.days[0] as string);
  const { data, error, refetch } = useRead(api.tracking.own, {
    query: { track_date_after: day, track_date_before: day },
  });
  const track = useMemo(() => readTrack(data?.points ?? []), [data]);
  const sets = useMemo(() => setsOf(track), [track]);
  return (
    <Dialog opened title={t('own.title')} size="xl" onClose={onClose}>
      <Select
        label={t('own.day')}
        allowDeselect={false}
        data={own.days.map((value) => ({ value, label: date(value) }))}
        value={day}
        onChange={(next) => next && setDay(next)}
      />
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          <div className={classes.ownMap}>
            <PlainMap label={t('own.title')} sets={sets} />
          </div>
          {track.places.length > 0 && <TrackNumbers track={track} />}
        </>
      )}
    </Dialog>
  );
}
