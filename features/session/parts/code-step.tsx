// The step of a one-time code: where it went, six digits, how long they are good, another one, and what to do when none comes.
'use client';
import { Button, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CodeInput } from '@/components/code-input';
import { useFormat } from '@/lib/i18n/use-format';
import { clockOf } from '../logic/countdown';
import { SHORT_NUMBER } from '../logic/limits';
import classes from './sign-in-form.module.css';
import type { CodeFlow } from './use-code-flow';

/** Draws nothing before a code was sent. The ticking clock is not read out; its end is. */
export function CodeStep({ flow }: { flow: CodeFlow }) {
  const t = useTranslations('session');
  const { digits } = useFormat();
  if (!flow.sent) return null;
  const { phone } = flow.sent;
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
        value={flow.code}
        onChange={flow.setCode}
        error={flow.error}
        inputRef={flow.field}
        autoFocusInDialog
      />
      <div className={classes.clock}>
        <span role="timer">{flow.left > 0 && t('code.left', { time: digits(clockOf(flow.left)) })}</span>
        <span role="status">{flow.left === 0 && t('code.over')}</span>
        <Button variant="subtle" size="compact-sm" disabled={flow.left > 0} onClick={() => void flow.resend()}>
          {t('code.resend')}
        </Button>
      </div>
      <Text size="xs" c="dimmed">
        {t('code.hint', { number: digits(SHORT_NUMBER) })}
      </Text>
    </>
  );
}
