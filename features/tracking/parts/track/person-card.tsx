// What one person's track says in numbers, and what was left out of it.
'use client';
import { useTranslations } from 'next-intl';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { useMeasureText } from '@/map';
import classes from '../tracking.module.css';
import { useDurationText } from '../use-duration-text';
import type { PersonTrack } from './use-tracks';

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function PersonCard({ user, colour, track }: Pick<PersonTrack, 'user' | 'colour' | 'track'>) {
  const t = useTranslations('tracking.track');
  const { number } = useFormat();
  const name = personName(user);
  return (
    <section className={classes.card} aria-label={name}>
      <h3 className={classes.cardName}>
        <span className={classes.swatch} style={{ background: colour }} aria-hidden />
        <bdi>{name}</bdi>
      </h3>
      {track.places.length === 0 ? (
        <p className={classes.note}>{t('none', { name })}</p>
      ) : (
        <TrackNumbers track={track} />
      )}
      {track.vague > 0 && <p className={classes.note}>{t('vague', { n: number(track.vague) })}</p>}
      {track.flagged > 0 && <p className={classes.note}>{t('flagged', { n: number(track.flagged) })}</p>}
    </section>
  );
}

/** How far, how long, how fast, from when to when. */
export function TrackNumbers({ track }: Pick<PersonTrack, 'track'>) {
  const t = useTranslations('tracking.track.cards');
  const dock = useTranslations('tracking.dock');
  const { number, date } = useFormat();
  const measure = useMeasureText();
  const duration = useDurationText();
  const speed = (kmh: number | null) =>
    kmh === null ? '–' : dock('kmh', { n: number(kmh, { maximumFractionDigits: 1 }) });
  const [first, last] = [track.places[0], track.places.at(-1)];
  const isOneDay = first && last && date(isoOf(first.t)) === date(isoOf(last.t));
  const span =
    first && last && `${date(isoOf(first.t), 'datetime')} – ${date(isoOf(last.t), isOneDay ? 'time' : 'datetime')}`;
  const rows = {
    distance: measure(track.distance, 'length'),
    average: speed(track.average),
    moving: duration(track.moving),
    max: speed(track.max),
    stopped: duration(track.stopped),
  };
  return (
    <dl className={classes.numbers}>
      {(Object.keys(rows) as (keyof typeof rows)[]).map((key) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>
            <bdi>{rows[key]}</bdi>
          </dd>
        </div>
      ))}
      <div className={classes.wide}>
        <dt>{t('span')}</dt>
        <dd>{span}</dd>
      </div>
    </dl>
  );
}
