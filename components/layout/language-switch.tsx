// Changes the language: a cookie for a year, then the page is rendered again without losing what stands in it.
'use client';
import { SegmentedControl } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useTransition } from 'react';
import { LANG_COOKIE, LANGS, type Lang } from '@/lib/i18n/lang';

const YEAR = 31_536_000;

/** Both languages by their own names. */
export function LanguageSwitch({ size = 'sm', fullWidth }: { size?: 'xs' | 'sm'; fullWidth?: boolean }) {
  const t = useTranslations('common');
  const lang = useLocale();
  const router = useRouter();
  const [pending, start] = useTransition();
  const choose = (next: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
    document.cookie = `${LANG_COOKIE}=${next}; path=/; max-age=${YEAR}; samesite=lax`;
    start(() => router.refresh());
  };
  return (
    <SegmentedControl
      size={size}
      fullWidth={fullWidth}
      aria-label={t('language')}
      value={lang}
      disabled={pending}
      onChange={choose}
      data={LANGS.map((one: Lang) => ({ value: one, label: <span lang={one}>{t(one)}</span> }))}
    />
  );
}
