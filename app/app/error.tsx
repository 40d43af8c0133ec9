// The same inside the shell, so that the menu stays usable.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { RenderError } from '@/components/layout/render-error';
import { reloadOnce } from '@/lib/state/reload-guard';

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  const t = useTranslations('common');
  useEffect(() => {
    reloadOnce(error);
  }, [error]);
  return (
    <RenderError error={error} texts={{ renderError: t('renderError'), reload: t('reload'), details: t('details') }} />
  );
}
