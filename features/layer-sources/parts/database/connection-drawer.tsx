// A connection, new or changed: tried step by step before it is saved.
'use client';
import { Button, Drawer } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { FormBody } from '@/components/form/resource-form';
import { api } from '@/contract/index';
import { type Connection, ConnectionPatch, type ConnectionTrial, NewConnection } from '@/contract/schemas/database';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource } from '@/lib/api/use-resource';
import { type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { toLatin } from '@/lib/i18n/digits';
import { ConnectionFields, type ConnectionValues, TrialSteps } from './connection-fields';

const NEW: ConnectionValues = {
  label: '',
  host: '',
  port: '5432',
  database: '',
  username: '',
  password: '',
  tls: false,
};
/** The field at which each step is mended. */
const FIELD_OF = { address: 'host', connect: 'port', tls: 'tls', sign_in: 'username', database: 'database', postgis: 'database' } as const; // biome-ignore format: one table

const toStanding = ({ body, etag }: Resource<Connection>): Standing<ConnectionValues> => ({
  values: {
    label: body.label,
    host: body.host,
    port: String(body.port),
    database: body.database,
    username: body.username,
    password: '',
    tls: body.tls,
  },
  etag,
});
const NEW_STANDING: Standing<ConnectionValues> = { values: NEW, etag: null };

/** Whether the stored password may go where these values lead: to where it went before alone. */
const isMoved = (before: ConnectionValues, { host, port, tls }: ConnectionValues) =>
  before.host !== host.trim() || before.port !== toLatin(port).trim() || before.tls !== tls;

const toBody = ({ port, ...rest }: Partial<ConnectionValues>) => ({
  ...rest,
  ...(port === undefined || port.trim() === '' ? {} : { port: Number(toLatin(port)) }),
});

/**
 * The trial of what is typed; it is forgotten when something changes. A saved connection `id` whose password was not typed anew is tried
 * with the stored one.
 */
function useTrial(id: number | null, values: ConnectionValues, refuse: (problems: Record<string, string>) => void) {
  const key = JSON.stringify({ ...values, label: '' });
  const [result, setResult] = useState<{ key: string; trial: ConnectionTrial } | null>(null);
  const [isTrying, setTrying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const tryOut = async () => {
    setTrying(true);
    setFailure(null);
    const { label: _, ...unsaved } = toBody(values) as NewConnection;
    const { database, username, password } = unsaved;
    try {
      const trial = await call(api.databases.test, {
        body: id !== null && password === '' ? { id, database, username } : unsaved,
      });
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

export interface ConnectionDrawerProps {
  /** The connection that is changed; a new one without it. */
  saved?: Resource<Connection>;
  onClose: () => void;
  onSaved: (connection: Connection) => void;
}

function useConnection({ saved, onSaved }: ConnectionDrawerProps) {
  const t = useTranslations('layerSources.connections');
  const client = useQueryClient();
  const [initial] = useState(saved ? toStanding(saved) : NEW_STANDING);
  const params = { id: saved?.body.id ?? 0 };
  return useResourceForm<ConnectionValues, Connection>({
    initial,
    isNew: !saved,
    schema: saved ? ConnectionPatch : NewConnection,
    toBody: (fields) => toBody(saved ? fields : { ...NEW, ...fields }),
    check: (values): Record<string, string> =>
      saved && values.password === '' && isMoved(initial.values, values) ? { password: t('passwordAgain') } : {},
    send: (body: NewConnection, etag) =>
      saved ? call(api.databases.edit, { params, body }, ifMatch(etag)) : call(api.databases.create, { body }),
    ...(saved ? { reload: async () => toStanding(await readResource(api.databases.one, { params })) } : {}),
    onSaved: async (connection) => {
      await invalidate(client, ['database']);
      onSaved(connection);
    },
  });
}

export function ConnectionDrawer(props: ConnectionDrawerProps) {
  const { saved, onClose } = props;
  const t = useTranslations('layerSources.database');
  const words = useTranslations('layerSources.connections');
  const leave = useTranslations('common.leave');
  const errorText = useErrorText();
  const { confirm } = useDialogs();
  const resource = useConnection(props);
  const { form, isDirty, reset } = resource;
  const { values } = form;
  const hasToType = saved !== undefined && isMoved(toStanding(saved).values, values);
  const { trial, isTrying, failure, tryOut } = useTrial(
    saved && !hasToType ? saved.body.id : null,
    values,
    resource.refuse,
  );
  const close = async () => {
    if (isDirty && !(await confirm({ title: leave('title'), text: leave('textDialog'), confirm: leave('discard'), danger: true }))) return; // biome-ignore format: one line
    reset();
    onClose();
  };
  const handleTry = () => {
    if (hasToType && values.password === '') resource.refuse({ password: words('passwordAgain') });
    else void tryOut();
  };
  const passwordHint = saved ? words(hasToType ? 'passwordAgain' : 'passwordStays') : null;
  return (
    <Drawer
      opened
      onClose={() => void close()}
      position="right"
      size={440}
      title={saved ? words('edit', { label: saved.body.label }) : t('newConnection')}
    >
      <FormBody
        resource={resource}
        isNew={!saved}
        submit={t('save')}
        names={{
          label: t('connectionName'),
          host: t('host'),
          port: t('port'),
          database: t('databaseName'),
          username: t('username'),
          tls: { label: t('tls'), show: (isOn) => words(isOn ? 'on' : 'off') },
        }}
        onCancel={() => void close()}
      >
        <ConnectionFields form={form} passwordHint={passwordHint} />
        <Button variant="light" loading={isTrying} onClick={handleTry}>
          {t('trial.try')}
        </Button>
        {trial && <TrialSteps trial={trial} hasTls={values.tls} />}
        {failure !== null && <Callout kind="refusal">{errorText(failure)}</Callout>}
      </FormBody>
    </Drawer>
  );
}
