// First and last name. Only what is filled in and has changed is sent.
'use client';
import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { useWrite } from '@/lib/api/hooks';
import { guardUnload } from '@/lib/state/unload-guard';
import { changed, differs, type Names } from '../logic/profile';
import classes from './card.module.css';
import { Problem } from './problem';
import { useSubmit } from './use-submit';

const FIELDS = [
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
] as const;

export function NamesForm({ user }: { user: User }) {
  const t = useTranslations('account.profile');
  const common = useTranslations('common');
  const id = useId();
  const edit = useWrite(api.session.editUser);
  const { busy, fields, problem, clear, run } = useSubmit();
  const standing: Names = { first_name: user.first_name, last_name: user.last_name };
  const [typed, setTyped] = useState(standing);
  const unsaved = differs(standing, typed);
  useEffect(() => {
    guardUnload(id, unsaved);
    return () => guardUnload(id, false);
  }, [id, unsaved]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || !unsaved) return;
    const trimmed = { first_name: typed.first_name.trim(), last_name: typed.last_name.trim() };
    const body = changed(standing, trimmed);
    const saved = Object.keys(body).length ? await run(() => edit.mutateAsync({ body })) : user;
    if (!saved) return;
    // An emptied field was not sent: the name that stands comes back.
    setTyped({ first_name: saved.first_name, last_name: saved.last_name });
    if (saved !== user) toast(t('saved'));
  };
  return (
    <form className={classes.stack} onSubmit={submit} noValidate inert={busy} aria-busy={busy}>
      <div className={classes.fields}>
        {FIELDS.map(([name, filledBy]) => (
          <TextInput
            key={name}
            label={t(name)}
            name={name}
            autoComplete={filledBy}
            dir="auto"
            maxLength={150}
            value={typed[name]}
            error={fields[name]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTyped((now) => ({ ...now, [name]: value }));
              clear();
            }}
          />
        ))}
      </div>
      <Problem text={problem} />
      <Group justify="flex-end">
        <Button type="submit" disabled={!unsaved} loading={busy}>
          {common('save')}
        </Button>
      </Group>
    </form>
  );
}
