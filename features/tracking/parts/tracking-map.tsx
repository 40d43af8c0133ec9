// The map of the room: people where they are, or tracks with the places of the clock's moment.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { initials } from '@/components/initials';
import type { OnlineUser, TrackLine } from '@/contract/schemas/tracking';
import { personName } from '@/lib/i18n/person-name';
import { circle, extentOf, type MapMark, PlainMap, type ShapeSet } from '@/map';
import { linesOf, placeAt } from '../logic/track';
import { colourOf } from '../logic/view';
import type { Replay } from './track/use-replay';

/** Ids of a person's shapes begin at a multiple of this. */
const PER_PERSON = 100_000;
const NO_MARKS: readonly MapMark[] = [];

const placeOf = ({ geometry }: Pick<OnlineUser, 'geometry'>): [number, number] | null =>
  geometry?.type === 'Point' ? [geometry.coordinates[0] as number, geometry.coordinates[1] as number] : null;

export interface NowMapProps {
  users: readonly OnlineUser[];
  isLost: boolean;
  selected: number | null;
  onSelect: (id: number) => void;
}

export function NowMap({ users, isLost, selected, onSelect }: NowMapProps) {
  const t = useTranslations('tracking');
  const marks = useMemo<MapMark[]>(
    () =>
      users.flatMap((one) => {
        const at = placeOf(one);
        const name = personName(one.user);
        return at
          ? [
              {
                id: one.user.id,
                at,
                text: initials(name),
                label: name,
                isCurrent: one.user.id === selected,
                isDim: isLost,
              },
            ]
          : [];
      }),
    [users, selected, isLost],
  );
  const current = users.find(({ user }) => user.id === selected);
  const at = current ? placeOf(current) : null;
  const [lon, lat] = at ?? [null, null];
  const radius = current?.accuracy ?? null;
  const ring = useMemo(
    () => (lon !== null && lat !== null && radius ? circle([lon, lat], radius) : null),
    [lon, lat, radius],
  );
  const sets = useMemo<ShapeSet[]>(
    () => (ring ? [{ id: 'accuracy', role: 'region', shapes: [{ id: 1, geometry: ring }] }] : []),
    [ring],
  );
  // Fitted once, and when somebody is chosen: a poll does not move the map.
  const [whole, setWhole] = useState<ReturnType<typeof extentOf>>(null);
  if (!whole && marks.length > 0)
    setWhole(extentOf(marks.map((mark) => ({ type: 'Point' as const, coordinates: [mark.at[0], mark.at[1]] }))));
  const extent = useMemo(
    () => (lon !== null && lat !== null ? extentOf([circle([lon, lat], Math.max(radius ?? 0, 300))]) : whole),
    [lon, lat, radius, whole],
  );
  return <PlainMap label={t('map')} sets={sets} extent={extent} marks={marks} onMark={onSelect} />;
}

/** Lines of everybody, where no person is chosen; a colour for each, round again after the last. */
const teamSets = (team: readonly TrackLine[]): ShapeSet[] => {
  const people = [...new Set(team.map(({ user }) => user.id))];
  const shapes = team.map(({ geometry, user }, i) => ({ id: i, geometry, colour: colourOf(people.indexOf(user.id)) }));
  return [{ id: 'team', role: 'after', shapes }];
};

const trackSets = (people: Replay['people']): ShapeSet[] => {
  const lines = people.map(({ track }) => linesOf(track));
  const shapesOf = (kind: 'solid' | 'dashed') =>
    lines.flatMap((one, person) =>
      one[kind].map((geometry, i) => ({
        id: person * PER_PERSON + i,
        geometry,
        colour: people[person]?.colour ?? null,
      })),
    );
  const stops = people.flatMap(({ track }, person) =>
    track.stops.map(({ lon, lat }, i) => ({
      id: person * PER_PERSON + i,
      geometry: { type: 'Point' as const, coordinates: [lon, lat] },
    })),
  );
  return [
    { id: 'gaps', role: 'before', shapes: shapesOf('dashed') },
    { id: 'ways', role: 'after', shapes: shapesOf('solid') },
    { id: 'stops', role: 'region', shapes: stops },
  ];
};

export interface TrackMapProps {
  replay: Replay;
  team: readonly TrackLine[];
  onZoom: (zoom: number) => void;
}

export function TrackMap({ replay, team, onZoom }: TrackMapProps) {
  const t = useTranslations('tracking');
  const { people, clock, isFollowing, goNear } = replay;
  const sets = useMemo(() => (people.length > 0 ? trackSets(people) : teamSets(team)), [people, team]);
  // The lines are drawn anew for each zoom: the map is fitted to a range once.
  const key =
    people.length > 0
      ? people.map(({ user }) => user.id).join()
      : team.map(({ user, date }) => `${user.id}${date}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that the tracks are others
  const extent = useMemo(() => extentOf(sets.flatMap(({ shapes }) => shapes.map(({ geometry }) => geometry))), [key]);
  const marks = useMemo<readonly MapMark[]>(
    () =>
      people.length === 0
        ? NO_MARKS
        : people.flatMap(({ user, colour, track }) => {
            const place = placeAt(track, clock.t);
            const name = personName(user);
            return place
              ? [
                  {
                    id: user.id,
                    at: [place.lon, place.lat] as const,
                    text: initials(name),
                    label: name,
                    colour,
                    isCurrent: true,
                    isDim: place.isUnknown,
                  },
                ]
              : [];
          }),
    [people, clock.t],
  );
  return (
    <PlainMap
      label={t('map')}
      sets={sets}
      extent={extent}
      marks={marks}
      follow={isFollowing ? (marks[0]?.at ?? null) : null}
      onView={({ zoom }) => onZoom(zoom)}
      {...(people.length > 0
        ? { onPick: (_, id: number, at: readonly [number, number]) => goNear(Math.floor(id / PER_PERSON), at) }
        : {})}
    />
  );
}
