// People from a file: tried first with all that is wrong in each row, then made together. Their passwords are shown this once.
'use client';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { FileDrop } from '@/components/files/file-drop';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import { type PeopleImported, writeFields } from '@/contract/schemas/people/import';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import { invalidate } from '@/lib/api/keys';
import { csvText } from '@/lib/collection/csv-text';
import { useFormat } from '@/lib/i18n/use-format';
import { ImportTrial } from './import-trial';
import { NewAccounts } from './new-accounts';

const ENDINGS = ['.csv', '.xlsx', '.txt', '.tsv'];
const MAX_BYTES = 10 * 1024 ** 2;

interface Choices {
  passwords: boolean;
  must_change_password: boolean;
}

/** Sends a file, as a trial or for good; keeps what came of it. */
function useImport(choices: Choices) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState<'trial' | 'making' | null>(null);
  const [tried, setTried] = useState<PeopleImported | null>(null);
  const [result, setResult] = useState<PeopleImported | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (file: File, isTrial: boolean, fields?: string) => {
    setError(null);
    setBusy(isTrial ? 'trial' : 'making');
    try {
      const query = { ...(isTrial ? { dry_run: true } : choices), ...(fields === undefined ? {} : { fields }) };
      const answer = await call(api.users.importPeople, { query, body: { file } } as never);
      if (isTrial) return setTried(answer);
      setResult(answer);
      void invalidate(client, ['user']);
    } catch (failure) {
      setError(failure);
      if (isTrial) setTried(null);
    } finally {
      setBusy(null);
    }
  };
  return { isBusy, tried, result, error, send, forget: () => setTried(null) };
}

export default function ImportPeople({ onClose }: { onClose: () => void }) {
  const t = useTranslations('users.import');
  const errorText = useErrorText();
  const { number } = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>({ passwords: true, must_change_password: true });
  /** What the person has taken the columns for; undefined while headings say so. */
  const [fields, setFields] = useState<string>();
  const { isBusy, tried, result, error, send, forget } = useImport(choices);
  if (result) return <NewAccounts accounts={result.accounts} hasPasswords={choices.passwords} onClose={onClose} />;
  const isReady = tried !== null && tried.count > 0 && tried.error_count === 0;
  return (
    <Dialog
      opened
      onClose={() => isBusy !== 'making' && onClose()}
      title={t('title')}
      size={760}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text size="sm">{t('hint')}</Text>
        <Sample />
        <FileDrop
          file={file}
          accept={ENDINGS}
          maxSize={MAX_BYTES}
          disabled={isBusy !== null}
          onFile={(next) => {
            setFile(next);
            setFields(undefined);
            forget();
            if (next) void send(next, true);
          }}
        />
        {error !== null && <Callout kind="refusal">{errorText(error)}</Callout>}
        {tried && (
          <ImportTrial
            tried={tried}
            isBusy={isBusy !== null}
            onFields={(columns) => {
              const next = writeFields(columns);
              setFields(next);
              if (file) void send(file, true, next);
            }}
          />
        )}
        {isReady && <ChoiceFields choices={choices} onChange={setChoices} />}
        <Group gap="xs">
          {file && !isReady && (
            <Button variant="default" loading={isBusy === 'trial'} onClick={() => void send(file, true, fields)}>
              {t('again')}
            </Button>
          )}
          {file && isReady && (
            <Button loading={isBusy === 'making'} onClick={() => void send(file, false, fields)}>
              {t('create', { n: number(tried.count), count: tried.count })}
            </Button>
          )}
        </Group>
        <Text size="sm" role="status">
          {isBusy === 'making' ? t('wait') : ''}
        </Text>
      </Stack>
    </Dialog>
  );
}

/** A file with the headings and one row, to begin with. */
function Sample() {
  const t = useTranslations('users.import');
  const days = useTranslations('users.days');
  const fields = ['username', 'first_name', 'last_name', 'phone', 'email', 'groups', 'regions', 'workdays'] as const;
  const run = days('run', { first: days('1'), last: days('5') });
  const rows = [fields.map((field) => t(`fields.${field}`)), ['s.rezaei', '', '', '', '', '', '', run]];
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        onClick={() => saveFile(new Blob([csvText(rows)], { type: 'text/csv' }), `${t('file')}.csv`)}
      >
        {t('sample')}
      </Button>
    </Group>
  );
}

function ChoiceFields({ choices, onChange }: { choices: Choices; onChange: (choices: Choices) => void }) {
  const t = useTranslations('users.import');
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('passwords')}
        description={t(choices.passwords ? 'passwordsHint' : 'noPasswords')}
        checked={choices.passwords}
        onChange={(event) => onChange({ ...choices, passwords: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('mustChange')}
        checked={choices.must_change_password}
        onChange={(event) => onChange({ ...choices, must_change_password: event.currentTarget.checked })}
      />
    </Stack>
  );
}
