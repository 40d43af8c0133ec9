// The step of a one-time code: where it went, six digits, how long they are good, another one, and what to do when none comes.
'use client';
import { Button, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { useDeployment } from '@/lib/state/deployment';
import { clockOf } from '../layout/countdown';
import { CodeInput } from './code-input';
import classes from './code-step.module.css';

export interface CodeStepProps {
  /** Where the code went, masked. */
  phone: string;
  code: string;
  onCode: (code: string) => void;
  error: string | null;
  /** Seconds that the code is still good. */
  seconds: number;
  onResend: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** The ticking clock is not read out; its end is. */
export function CodeStep({ phone, code, onCode, error, seconds, onResend, inputRef }: CodeStepProps) {
  const t = useTranslations('session');
  const { digits } = useFormat();
  const { shortNumber } = useDeployment();
  return (
    <>
      <Text size="md">
        {t.rich('code.sentTo', {
          phone: () => (
            <bdi dir="ltr" className={classes.number}>
              {digits(phone)}
            </bdi>
          ),
        })}
      </Text>
      <CodeInput
        label={t('code.label')}
        value={code}
        onChange={onCode}
        error={error}
        inputRef={inputRef}
        autoFocusInDialog
      />
      <div className={classes.clock}>
        <span role="timer">{seconds > 0 && t('code.left', { time: digits(clockOf(seconds)) })}</span>
        <span role="status">{seconds === 0 && t('code.over')}</span>
        <Button variant="subtle" size="compact-sm" disabled={seconds > 0} onClick={onResend}>
          {t('code.resend')}
        </Button>
      </div>
      {shortNumber && (
        <Text size="xs" c="dimmed">
          {t('code.hint', { number: digits(shortNumber) })}
        </Text>
      )}
    </>
  );
}
