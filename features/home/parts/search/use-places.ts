// The file of places: asked for when somebody turns to the search, never before; where it does not come, the search does without it.
'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Place, readPlaces } from '../../logic/places';

const NONE: readonly Place[] = [];

/** All places, none while they are not here; `want` asks for them, and again where they failed to come. */
export function usePlaces(): { places: readonly Place[]; want: () => void } {
  const [isEnabled, setIsEnabled] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['places'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/base/places.json', { credentials: 'same-origin', signal });
      if (!answer.ok) throw new Error(`places: ${answer.status}`);
      return readPlaces(await answer.json());
    },
    enabled: isEnabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const want = useCallback(() => {
    setIsEnabled(true);
    if (isError) void refetch();
  }, [isError, refetch]);
  return { places: data ?? NONE, want };
}
