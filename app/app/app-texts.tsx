// All texts around the screens, outside of the page itself: they are the same in every page, and most of what it would weigh.
'use client';
import { type ReactNode, use } from 'react';
import type { Lang } from '@/lib/i18n/lang';
import { loadTexts } from '@/lib/i18n/texts/load-texts';
import { AppProviders } from './app-providers';

/** Until the texts of `path` are there, the page stays as the server has rendered it. */
export function AppTexts({ lang, path, children }: { lang: Lang; path: string; children: ReactNode }) {
  return (
    <AppProviders lang={lang} messages={use(loadTexts(lang, path))}>
      {children}
    </AppProviders>
  );
}
