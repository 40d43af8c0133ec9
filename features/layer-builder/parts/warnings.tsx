// What the server noticed in the file, in sentences. A code that this version does not know says only that there is something.
'use client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import classes from './look-step.module.css';

/** One quiet box for all of them. */
export function Warnings({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('layerBuilder.warnings');
  if (codes.length === 0) return null;
  return (
    <section className={classes.warned} aria-label={t('title')}>
      <IconAlertTriangle size={18} aria-hidden />
      <ul className={classes.warnings}>
        {codes.map((code) => {
          const key = code as 'no_prj';
          return <li key={code}>{t.has(key) ? t(key) : t('other', { code })}</li>;
        })}
      </ul>
    </section>
  );
}
