// The stops of all tracks in the order of time: how long, where, and the features that were added there.
'use client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import type { Stop } from '../../logic/track';
import classes from '../tracking.module.css';
import { useDurationText } from '../use-duration-text';
import { usePlaceName } from '../use-towns';
import type { Clock } from './use-clock';
import type { PersonTrack } from './use-tracks';

/** Rows that are drawn: a month of stops of five people stays scrollable. */
const MAX_ROWS = 300;
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export interface StopTableProps {
  people: readonly PersonTrack[];
  clock: Pick<Clock, 't' | 'seek'>;
}

export function StopTable({ people, clock }: StopTableProps) {
  const t = useTranslations('tracking.track');
  const stops = people
    .flatMap((person) => person.track.stops.map((stop) => ({ stop, person })))
    .sort((a, b) => a.stop.from - b.stop.from)
    .slice(0, MAX_ROWS);
  const placeName = usePlaceName(stops.length > 0);
  return (
    <section aria-label={t('stops')}>
      <h3 className={classes.heading}>{t('stops')}</h3>
      {stops.length === 0 ? (
        <p className={classes.note}>{t('noStops')}</p>
      ) : (
        <table className={classes.stops} aria-label={t('stops')}>
          <thead>
            <tr>
              {(['time', 'duration', 'place'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stops.map(({ stop, person }) => (
              <StopRow
                key={`${person.user.id}-${stop.from}`}
                stop={stop}
                person={person}
                isDated={people.some(({ track }) => (track.places.at(-1)?.t ?? 0) - (track.places[0]?.t ?? 0) > 86_400)}
                isCurrent={clock.t >= stop.from && clock.t <= stop.to}
                place={placeName(stop.lon, stop.lat)}
                onGo={() => clock.seek(stop.from)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface StopRowProps {
  stop: Stop;
  person: PersonTrack;
  isDated: boolean;
  isCurrent: boolean;
  place: string;
  onGo: () => void;
}

function StopRow({ stop, person, isDated, isCurrent, place, onGo }: StopRowProps) {
  const t = useTranslations('tracking.track');
  const { date } = useFormat();
  const duration = useDurationText();
  const [from, to] = [isoOf(stop.from), isoOf(stop.to)];
  const records = person.records.filter((record) => {
    const at = Date.parse(record.date) / 1000;
    return at >= stop.from && at <= stop.to;
  });
  return (
    <tr data-current={isCurrent || undefined}>
      <td>
        <button
          type="button"
          className={classes.jump}
          aria-label={`${personName(person.user)}: ${t('goStop', { from: date(from, 'time'), to: date(to, 'time') })}`}
          onClick={onGo}
        >
          <span className={classes.swatch} style={{ background: person.colour }} aria-hidden />
          {date(from, 'time')} – {date(to, 'time')}
        </button>
        {isDated && <span className={classes.note}>{date(from)}</span>}
      </td>
      <td>{duration(stop.to - stop.from)}</td>
      <td>
        <bdi>{place}</bdi>
        {records.length > 0 && (
          <ul className={classes.records}>
            {records.map((record) => (
              <li key={record.id}>
                <Link href={`${href('layerData', { id: record.layer.id })}?record=${record.id}`} prefetch={false}>
                  <bdi>{t('record', { title: record.title, layer: record.layer.label })}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
