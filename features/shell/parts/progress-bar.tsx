// A thin bar while the next screen is on its way: from the click on a link until its address is there.
'use client';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { isOtherPage } from '../logic/menu-state';
import classes from './progress-bar.module.css';

/** A screen that does not come is not waited for longer than this, in ms: its own error tells. */
const PATIENCE_MS = 15_000;

export function ProgressBar() {
  const t = useTranslations('shell');
  const path = usePathname();
  const [from, setFrom] = useState<string | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (link && plain && isOtherPage(link, location)) setFrom(location.pathname);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  useEffect(() => {
    if (from === null) return;
    const timer = setTimeout(() => setFrom(null), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [from]);
  if (from === null || from !== path) return null;
  return <div className={classes.bar} role="progressbar" aria-label={t('moving')} />;
}
