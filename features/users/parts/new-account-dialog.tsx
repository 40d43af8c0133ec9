// The only time that a new password is shown: to be copied for the person, with the address to sign in at.
'use client';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/layout/dialog';
import { href } from '@/lib/routes/rules';

export interface NewAccountDialogProps {
  username: string;
  password: string;
  onClose: () => void;
}

export function NewAccountDialog({ username, password, onClose }: NewAccountDialogProps) {
  const t = useTranslations('users.form');
  const address = `${location.origin}${href('signin')}`;
  const message = t('message', { address, username, password });
  return (
    <Dialog opened onClose={onClose} title={t('made')} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="md">{t('madeText')}</Text>
        <Text size="md" style={{ whiteSpace: 'pre-line' }} dir="auto">
          {message}
        </Text>
        <Group gap="xs">
          <CopyButton value={message}>
            {({ copied, copy }) => (
              <Button data-autofocus onClick={copy}>
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
