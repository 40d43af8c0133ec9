// The fields of a connection, and the steps of its trial.
'use client';
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { SecretField } from '@/components/fields/secret-field';
import { FormFields } from '@/components/form/resource-form';
import { type ConnectionTrial, TRIAL_STEPS } from '@/contract/schemas/database';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './database.module.css';

export interface ConnectionValues {
  label: string;
  host: string;
  port: string;
  database: string;
  username: string;
  password: string;
  tls: boolean;
}
export function TrialSteps({ trial, hasTls }: { trial: ConnectionTrial; hasTls: boolean }) {
  const t = useTranslations('layerSources.database.trial');
  const { number } = useFormat();
  const failed = trial.failed ? TRIAL_STEPS.indexOf(trial.failed.step) : TRIAL_STEPS.length;
  return (
    <div role="status">
      <ol className={classes.steps} aria-label={t('title')}>
        {TRIAL_STEPS.map((step, i) => {
          if (step === 'tls' && !hasTls) return null;
          const state = i < failed ? 'ok' : i === failed ? 'failed' : 'none';
          const Icon = { ok: IconCircleCheck, failed: IconCircleX, none: IconCircle }[state];
          return (
            <li key={step} data-state={state}>
              <Icon size={18} aria-hidden />
              <span>{t(`steps.${step}`)}</span>
              <span className={classes.stepState}>{t(`states.${state}`)}</span>
            </li>
          );
        })}
      </ol>
      {trial.failed && (
        <Callout kind={trial.failed.step === 'postgis' ? 'caution' : 'refusal'}>{trial.failed.detail}</Callout>
      )}
      {!trial.failed && (
        <Callout>{t('well', { n: number(trial.tables ?? 0), count: trial.tables ?? 0, ms: number(trial.ms) })}</Callout>
      )}
    </div>
  );
}

/** Where, as whom. `passwordHint`: what an empty password means. */
export function ConnectionFields({
  form,
  passwordHint,
}: {
  form: UseFormReturnType<ConnectionValues>;
  passwordHint: string | null;
}) {
  const t = useTranslations('layerSources.database');
  const ltr = { dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <>
      <TextInput
        data-autofocus
        withAsterisk
        label={t('connectionName')}
        maxLength={200}
        {...form.getInputProps('label')}
        data-path="label"
      />
      <FormFields>
        <TextInput
          withAsterisk
          label={t('host')}
          {...ltr}
          maxLength={253}
          {...form.getInputProps('host')}
          data-path="host"
        />
        <TextInput
          label={t('port')}
          {...ltr}
          inputMode="numeric"
          maxLength={5}
          {...form.getInputProps('port')}
          data-path="port"
        />
      </FormFields>
      <TextInput
        withAsterisk
        label={t('databaseName')}
        {...ltr}
        maxLength={63}
        {...form.getInputProps('database')}
        data-path="database"
      />
      <FormFields>
        <TextInput
          withAsterisk
          label={t('username')}
          {...ltr}
          maxLength={63}
          {...form.getInputProps('username')}
          data-path="username"
        />
        <SecretField
          label={t('password')}
          description={passwordHint}
          dir="ltr"
          {...form.getInputProps('password')}
          data-path="password"
        />
      </FormFields>
      <Checkbox
        label={t('tls')}
        description={t('tlsHint')}
        {...form.getInputProps('tls', { type: 'checkbox' })}
        data-path="tls"
      />
    </>
  );
}
