// One thing made in steps: where one is, the step itself, and the buttons that stay in sight.
'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { Page } from '../layout/page';
import { Num } from '../num';
import classes from './templates.module.css';

const WIDTH = 760;

export interface WizardProps {
  title: string;
  steps: readonly { id: string; label: string }[];
  /** Id of the step that is open. */
  step: string;
  /** Back, next, cancel. */
  foot: ReactNode;
  children: ReactNode;
}

/** A new step takes the focus, so that it is read from its start. */
export function Wizard({ title, steps, step, foot, children }: WizardProps) {
  const t = useTranslations('common.wizard');
  const { number } = useFormat();
  const body = useRef<HTMLElement>(null);
  const shownStep = useRef(step);
  const current = steps.findIndex(({ id }) => id === step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    body.current?.focus();
  }, [step]);
  const place = t('place', { n: number(current + 1), all: number(steps.length) });
  return (
    <Page title={title} width={WIDTH}>
      <ol className={classes.steps} aria-label={t('steps')}>
        {steps.map(({ id, label }, i) => (
          <li
            key={id}
            data-state={i < current ? 'done' : 'ahead'}
            {...(i === current ? { 'aria-current': 'step' as const } : {})}
          >
            <Num value={i + 1} />. <span>{label}</span>
          </li>
        ))}
      </ol>
      <section ref={body} tabIndex={-1} aria-label={`${place}: ${steps[current]?.label ?? ''}`}>
        {children}
      </section>
      <footer className={classes.foot}>{foot}</footer>
    </Page>
  );
}
