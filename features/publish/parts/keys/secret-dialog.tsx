// A new secret, visible this once: it lives in this dialog and is gone with it.
'use client';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { Dialog } from '@/components/layout/dialog';
import { isolate } from '@/lib/i18n/isolate';
import classes from '../publish.module.css';

export interface SecretDialogProps {
  name: string;
  secret: string;
  onClose: () => void;
}

export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const t = useTranslations('publish.secret');
  const { confirm } = useDialogs();
  const [isCopied, setCopied] = useState(false);
  const leave = async () => {
    const question = { title: t('leaveTitle'), text: t('leaveText'), confirm: t('leave'), danger: true };
    if (isCopied || (await confirm(question))) onClose();
  };
  return (
    <Dialog
      opened
      onClose={() => void leave()}
      title={t('title', { name: isolate(name) })}
      closeOnClickOutside={false}
      size={560}
    >
      <Stack gap="md">
        <Text size="md">{t('text')}</Text>
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('label')}
          </Text>
          <code className={classes.secret} dir="ltr">
            {secret}
          </code>
        </div>
        <Text size="sm" c="dimmed">
          {t('user')}
        </Text>
        <Group gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                onClick={() => {
                  copy();
                  setCopied(true);
                }}
              >
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
