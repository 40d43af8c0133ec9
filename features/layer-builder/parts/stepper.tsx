// Where the person stands in the import: three steps, the current one named for screen readers too.
'use client';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './stepper.module.css';

export const STEPS = ['choose', 'look', 'run'] as const;
export type Step = (typeof STEPS)[number];

/** `done` marks the current step as finished as well. */
export function Stepper({ step, done }: { step: Step; done?: boolean }) {
  const t = useTranslations('layerBuilder.steps');
  const { digits } = useFormat();
  const at = STEPS.indexOf(step);
  return (
    <ol className={classes.steps} aria-label={t('title')}>
      {STEPS.map((one, i) => {
        const passed = i < at || (i === at && done);
        return (
          <li
            key={one}
            className={classes.step}
            data-state={passed ? 'passed' : i === at ? 'current' : 'ahead'}
            aria-current={i === at ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden>
              {passed ? <IconCheck size={14} stroke={2.4} /> : digits(i + 1)}
            </span>
            <span className={classes.name}>{t(one)}</span>
          </li>
        );
      })}
    </ol>
  );
}
