// The file of places: asked for when somebody turns to the search, never before; where it does not come, the search does without it.
'use client';
import { useCallback, useState } from 'react';
import { usePlacesFile } from '@/lib/api/use-places-file';
import { type Place, readPlaces } from '../../logic/places';

const NONE: readonly Place[] = [];

/** All places, none while they are not here; `want` asks for them, and again where they failed to come. */
export function usePlaces(): { places: readonly Place[]; want: () => void } {
  const [isEnabled, setIsEnabled] = useState(false);
  const { data, isError, refetch } = usePlacesFile(readPlaces, isEnabled);
  const want = useCallback(() => {
    setIsEnabled(true);
    if (isError) void refetch();
  }, [isError, refetch]);
  return { places: data ?? NONE, want };
}
