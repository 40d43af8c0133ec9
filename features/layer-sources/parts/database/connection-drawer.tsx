// A new connection: tried step by step before it is saved.
'use client';
import { Button, Checkbox, Drawer, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { SecretField } from '@/components/fields/secret-field';
import { FormBody, FormFields } from '@/components/form/resource-form';
import { api } from '@/contract/index';
import { type Connection, type ConnectionTrial, NewConnection, TRIAL_STEPS } from '@/contract/schemas/database';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { toLatin } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './database.module.css';

interface Values {
  label: string;
  host: string;
  port: string;
  database: string;
  username: string;
  password: string;
  tls: boolean;
}
const NEW: Values = { label: '', host: '', port: '5432', database: '', username: '', password: '', tls: false };
/** The field at which each step is mended. */
const FIELD_OF = { address: 'host', sign_in: 'username', database: 'database', postgis: 'database' } as const;

const toBody = ({ port, ...rest }: Values) => ({
  ...rest,
  ...(port.trim() === '' ? {} : { port: Number(toLatin(port)) }),
});

function Steps({ trial }: { trial: ConnectionTrial }) {
  const t = useTranslations('layerSources.database.trial');
  const { number } = useFormat();
  const failed = trial.failed ? TRIAL_STEPS.indexOf(trial.failed.step) : TRIAL_STEPS.length;
  return (
    <div role="status">
      <ol className={classes.steps} aria-label={t('title')}>
        {TRIAL_STEPS.map((step, i) => {
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

/** The trial of what is typed; it is forgotten when something changes. */
function useTrial(values: Values, refuse: (problems: Record<string, string>) => void) {
  const key = JSON.stringify({ ...values, label: '' });
  const [result, setResult] = useState<{ key: string; trial: ConnectionTrial } | null>(null);
  const [isTrying, setTrying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const tryOut = async () => {
    setTrying(true);
    setFailure(null);
    const { label: _, ...unsaved } = toBody(values);
    try {
      const trial = await call(api.databases.test, { body: unsaved });
      setResult({ key, trial });
      const { failed } = trial;
      if (failed && failed.step !== 'postgis') refuse({ [FIELD_OF[failed.step]]: failed.detail });
    } catch (error) {
      if (error instanceof CallError && Object.keys(error.fields).length > 0) refuse(error.fields);
      else setFailure(error);
    } finally {
      setTrying(false);
    }
  };
  return { trial: result?.key === key ? result.trial : null, isTrying, failure, tryOut };
}

/** Where, as whom. */
function ConnectionFields({ form }: { form: UseFormReturnType<Values> }) {
  const t = useTranslations('layerSources.database');
  const ltr = { dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <>
      <TextInput
        data-autofocus
        withAsterisk
        label={t('connectionName')}
        dir="auto"
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
        <SecretField label={t('password')} dir="ltr" {...form.getInputProps('password')} data-path="password" />
      </FormFields>
      <Checkbox label={t('tls')} description={t('tlsHint')} {...form.getInputProps('tls', { type: 'checkbox' })} />
    </>
  );
}

export interface ConnectionDrawerProps {
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function ConnectionDrawer({ onClose, onSaved }: ConnectionDrawerProps) {
  const t = useTranslations('layerSources.database');
  const leave = useTranslations('common.leave');
  const errorText = useErrorText();
  const { confirm } = useDialogs();
  const client = useQueryClient();
  const resource = useResourceForm<Values, Connection>({
    initial: { values: NEW, etag: null },
    isNew: true,
    schema: NewConnection,
    toBody: (fields) => toBody({ ...NEW, ...fields }),
    send: (body: NewConnection) => call(api.databases.create, { body }),
    onSaved: async ({ id }) => {
      await invalidate(client, ['database']);
      onSaved(id);
    },
  });
  const { form, isDirty, reset } = resource;
  const { trial, isTrying, failure, tryOut } = useTrial(form.values, resource.refuse);
  const close = async () => {
    if (isDirty && !(await confirm({ title: leave('title'), text: leave('textDialog'), confirm: leave('discard'), danger: true }))) return; // biome-ignore format: one line
    reset();
    onClose();
  };
  return (
    <Drawer opened onClose={() => void close()} position="right" size={440} title={t('newConnection')}>
      <FormBody
        resource={resource}
        isNew
        submit={t('save')}
        names={{ label: t('connectionName') }}
        onCancel={() => void close()}
      >
        <ConnectionFields form={form} />
        <Button variant="light" loading={isTrying} onClick={() => void tryOut()}>
          {t('trial.try')}
        </Button>
        {trial && <Steps trial={trial} />}
        {failure !== null && <Callout kind="refusal">{errorText(failure)}</Callout>}
      </FormBody>
    </Drawer>
  );
}
