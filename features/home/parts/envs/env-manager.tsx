// All kept arrangements of the map, and the form that keeps the present one.
'use client';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import list from '@/components/kept-list.module.css';
import { api } from '@/contract';
import type { Env } from '@/contract/schemas/settings';
import { useWrite } from '@/lib/api/hooks';
import { envNow } from '@/map';
import { EnvRow } from './env-row';
import { GiveEnv } from './give-env';

interface EnvManagerProps {
  envs: readonly Env[];
  pending: boolean;
  error: unknown;
  retry: () => void;
  onOpen: (env: Env) => void;
}

/** Keeps the map as it is under a name; a name that is taken is replaced after a question. */
function SaveForm({ envs }: { envs: readonly Env[] }) {
  const t = useTranslations('home.env');
  const dialogs = useDialogs();
  const { mutateAsync: add } = useWrite(api.settings.addEnv);
  const { mutateAsync: edit } = useWrite(api.settings.editEnv);
  const [label, setLabel] = useState('');
  const [isFirst, setFirst] = useState(false);
  const save = useAction(
    ({ name, same }: { name: string; same: Env | undefined }) => {
      const body = { label: name, data: envNow() as never, is_default: isFirst };
      return same ? edit({ params: { id: same.id }, body }) : add({ body });
    },
    { done: () => t('saved') },
  );
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = label.trim();
    if (name === '') return;
    const same = envs.find((env) => env.label === name);
    if (same && !(await dialogs.confirm({ title: t('replaceTitle', { name }), confirm: t('replace') }))) return;
    if (!(await save.run({ name, same }))) return;
    setLabel('');
    setFirst(false);
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          data-autofocus
          flex={1}
          label={t('name')}
          description={t('what')}
          value={label}
          maxLength={200}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Button type="submit" disabled={label.trim() === ''} loading={save.isBusy}>
          {t('save')}
        </Button>
      </Group>
      <Checkbox mt="xs" label={t('first')} checked={isFirst} onChange={(e) => setFirst(e.currentTarget.checked)} />
    </form>
  );
}

export function EnvManager({ envs, pending, error, retry, onOpen }: EnvManagerProps) {
  const t = useTranslations('home.env');
  const [toGive, setToGive] = useState<Env | null>(null);
  if (toGive) return <GiveEnv env={toGive} onDone={() => setToGive(null)} />;
  return (
    <Stack gap="md">
      <SaveForm envs={envs} />
      {pending && <ListSkeleton rows={2} />}
      {error != null && <ErrorState error={error} retry={retry} />}
      {!pending && !error && !envs.length && (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />
      )}
      {envs.length > 0 && (
        <ul className={list.list}>
          {envs.map((env) => (
            <EnvRow key={env.id} env={env} onOpen={onOpen} onGive={setToGive} />
          ))}
        </ul>
      )}
    </Stack>
  );
}
