// The texts of many help pages, read together: they are small, and the search goes through all of them.
'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { loadHelp } from '../help-source';

/** Texts by slug; a page that is missing has none. */
export function useHelpPages(slugs: readonly string[]) {
  const lang = useLocale();
  return useQuery({
    queryKey: ['help', lang, slugs.join()],
    queryFn: async () => {
      const texts = await Promise.all(slugs.map((slug) => loadHelp(lang, slug).catch(() => null)));
      return new Map(slugs.flatMap((slug, i) => (texts[i] ? [[slug, texts[i]] as const] : [])));
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
