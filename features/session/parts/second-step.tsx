// Two-factor: after the right password the code that went to the telephone.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { SubmitEvent } from 'react';
import type { SentCode, SessionGrant } from '../logic/calls';
import { CodeStep } from './code-step';
import { NoticeBox } from './notice-box';
import classes from './sign-in-form.module.css';
import { useCodeFlow } from './use-code-flow';

export interface SecondStepProps {
  code: SentCode;
  onEntered: (entered: SessionGrant) => void;
  onBack: () => void;
}

/** Stands in the place of the password form. */
export function SecondStep({ code, onEntered, onBack }: SecondStepProps) {
  const t = useTranslations('session');
  const common = useTranslations('common');
  const flow = useCodeFlow(code);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (flow.busy || !flow.complete() || !flow.sent) return;
    const { token } = flow.sent;
    const result = await flow.run((calls) => calls.submitSecondFactor(token, flow.code), true);
    if (result.problem) return flow.again();
    flow.good(t('success'));
    onEntered(result.value);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate inert={flow.busy} aria-busy={flow.busy}>
      <h2 className={classes.title}>{t('twoFactor.title')}</h2>
      <CodeStep flow={flow} />
      <NoticeBox notice={flow.notice} />
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={onBack}>
          {common('back')}
        </Button>
        <Button type="submit" flex={1} loading={flow.busy}>
          {t('twoFactor.submit')}
        </Button>
      </Group>
    </form>
  );
}
