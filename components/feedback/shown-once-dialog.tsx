// Something secret that is shown this once: to be copied before the dialog closes.
'use client';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '../layout/dialog';

export interface ShownOnceDialogProps {
  title: string;
  text: string;
  /** What is copied, as it is shown. */
  secret: string;
  /** The verb of the button that closes. */
  done: string;
  onClose: () => void;
}

export function ShownOnceDialog({ title, text, secret, done, onClose }: ShownOnceDialogProps) {
  const t = useTranslations('common.copying');
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="md">{text}</Text>
        <Text size="md" style={{ whiteSpace: 'pre-line' }} dir="auto">
          {secret}
        </Text>
        <Group gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button data-autofocus onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
