// The file of places that the product brings along: one download, whoever asks for it first.
'use client';
import { useQuery } from '@tanstack/react-query';

/** What `read` makes of it, once `isEnabled`; `read` is one function for all renders. It is not asked for again by itself. */
export const usePlacesFile = <T>(read: (file: unknown) => T, isEnabled: boolean) =>
  useQuery<unknown, Error, T>({
    queryKey: ['places'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/base/places.json', { credentials: 'same-origin', signal });
      if (!answer.ok) throw new Error(`places: ${answer.status}`);
      return answer.json();
    },
    select: read,
    enabled: isEnabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
