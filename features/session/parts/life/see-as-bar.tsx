// Across the top of every screen while its person sees as somebody else: as whom, for how long yet, and the way back.
'use client';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { clockOf, secondsLeft } from '@/components/layout/countdown';
import { api } from '@/contract';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './see-as-bar.module.css';
import { goHome } from './see-as-life';

export interface SeeAsView {
  /** The name of whom or what is seen. */
  label: string;
  /** The end, in milliseconds. */
  until: number;
}

export function SeeAsBar({ view }: { view: SeeAsView }) {
  const t = useTranslations('session.seeAs');
  const { digits } = useFormat();
  const end = useWrite(api.session.endSeeAs);
  const ending = useAction(async () => {
    await end.mutateAsync({});
    goHome();
  });
  const [left, setLeft] = useState(() => secondsLeft(view.until, Date.now()));
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = secondsLeft(view.until, Date.now());
      setLeft(seconds);
      if (seconds === 0) goHome();
    }, 1000);
    return () => clearInterval(timer);
  }, [view.until]);
  return (
    <section className={classes.bar} aria-label={t('bar')}>
      <IconEye size={18} aria-hidden />
      <span className={classes.words}>
        {t.rich('seeing', { name: () => <bdi className={classes.name}>{view.label}</bdi> })}
        <span className={classes.hint}> {t('readOnly')}</span>
      </span>
      <bdi className={classes.clock} role="timer" aria-label={t('left')}>
        {digits(clockOf(left))}
      </bdi>
      <Button size="xs" variant="white" onClick={() => void ending.run(undefined)} loading={ending.isBusy}>
        {t('back')}
      </Button>
    </section>
  );
}
