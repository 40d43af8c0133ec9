// What the small map shows under the points: borders of countries and the largest towns, from the base map's own files.
'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { linesIn, type Town, townsIn, type Window } from '../../logic/picture';

interface Ground {
  borders: [number, number][][];
  towns: Town[];
}

const read = async (name: string, signal: AbortSignal): Promise<unknown> => {
  const answer = await fetch(`/base/${name}.json`, { credentials: 'same-origin', signal });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
};

/** The ground within a window, empty where the files do not come: points alone are better than nothing. */
export function useBackdrop(window: Window | null): { path: string; towns: Town[] } {
  const { data } = useQuery({
    queryKey: ['ground'],
    queryFn: async ({ signal }): Promise<Ground> => {
      const [borders, places] = await Promise.all([read('borders', signal), read('places', signal)]);
      return {
        borders: (borders as { geometry: { coordinates: [number, number][][] } }).geometry.coordinates,
        towns: (places as { places: [string, string, number, number, number, number][] }).places.map(
          ([fa, en, , lon, lat, people]) => ({ fa, en, lon, lat, people }),
        ),
      };
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () =>
      data && window
        ? { path: linesIn(data.borders, window), towns: townsIn(data.towns, window) }
        : { path: '', towns: [] },
    [data, window],
  );
}
