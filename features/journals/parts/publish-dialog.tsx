// A version of the mobile program is published: its number, its file and whether old ones must be updated; sent with its progress.
'use client';
import { Button, Group, Progress, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { FileDrop } from '@/components/files/file-drop';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { sendForm } from '@/lib/api/send-form';
import { useFormat } from '@/lib/i18n/use-format';
import { compareVersions, readVersion } from '../logic/versions';

/** As the server takes it. */
const MAX_BYTES = 300 * 1024 * 1024;

export interface PublishDialogProps {
  /** The newest version that is there; null for none. */
  last: string | null;
  onClose: () => void;
}

/** Sends the form; null while nothing is on its way. */
function useSending(onDone: (version: string) => void) {
  const errorText = useErrorText();
  const stop = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (body: { version: string; is_required: boolean; path: File }) => {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(null);
    setPercent(0);
    try {
      const { version } = await sendForm(api.updates.publish, body, { signal: controller.signal, onProgress: setPercent }); // biome-ignore format: one call
      onDone(version);
    } catch (error) {
      if (!(error instanceof CallError && error.kind === 'cancelled')) setProblem(errorText(error));
    } finally {
      setPercent(null);
    }
  };
  return { percent, problem, send, stop: () => stop.current?.abort() };
}

export function PublishDialog({ last, onClose }: PublishDialogProps) {
  const t = useTranslations('journals.app.versions');
  const client = useQueryClient();
  const { digits, percent: percentText } = useFormat();
  const [text, setText] = useState('');
  const [isRequired, setRequired] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const { percent, problem, send, stop } = useSending((version) => {
    void invalidate(client, ['update']);
    toast({ type: 'success', message: t('published', { version: digits(version) }) });
    onClose();
  });
  const version = readVersion(text);
  const isOld = version !== null && last !== null && compareVersions(version, last) <= 0;
  const wrong = text.trim() === '' ? null : version === null ? t('versionWrong') : isOld ? t('versionOld', { last: digits(last) }) : null; // biome-ignore format: one choice
  const isReady = version !== null && wrong === null && file !== null;
  const isSending = percent !== null;
  return (
    <Dialog opened onClose={onClose} title={t('publish')} size={480} closeOnClickOutside={!isSending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSending) void send({ version, is_required: isRequired, path: file });
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('version')}
            description={last === null ? t('versionFirst') : t('versionHint', { last: digits(last) })}
            dir="ltr"
            withAsterisk
            maxLength={40}
            value={text}
            error={wrong}
            disabled={isSending}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Switch
            label={t('required')}
            description={t('requiredHint')}
            checked={isRequired}
            disabled={isSending}
            onChange={(event) => setRequired(event.currentTarget.checked)}
          />
          <FileDrop
            file={file}
            onFile={setFile}
            accept={['.apk']}
            maxSize={MAX_BYTES}
            hint={t('file')}
            disabled={isSending}
          />{' '}
          {/* biome-ignore format: one field */}
          {isSending && (
            <div role="status">
              <Progress value={percent} aria-label={t('publish')} />
              <Text size="xs" c="dimmed">
                {t('sending', { n: percentText(percent / 100) })}
              </Text>
            </div>
          )}
          {problem && <Callout kind="refusal">{problem}</Callout>}
          <Group>
            <Button type="submit" disabled={!isReady || isSending}>
              {t('send')}
            </Button>
            {isSending && (
              <Button variant="default" onClick={stop}>
                {t('stop')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
