// The session ended in the middle of work: sign in again in place; every form behind the dialog stays as it is.
'use client';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { SignInForm } from './sign-in-form';
import type { SignedIn } from './use-sign-in';

export interface LostSessionProps {
  username: string;
  onBack: (signedIn: SignedIn) => void;
  onLeave: () => void;
}

/** Cannot be closed without a decision; only the same person can go on here. */
export function LostSession({ username, onBack, onLeave }: LostSessionProps) {
  const t = useTranslations('session.lost');
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('title')}
      size={420}
      zIndex={500}
    >
      <Stack gap="md">
        <Text size="md">{t('text')}</Text>
        <SignInForm fixedUsername={username} onSignedIn={onBack} onAlreadyIn={() => {}}>
          <Button variant="subtle" color="gray" fullWidth onClick={onLeave}>
            {t('leave')}
          </Button>
        </SignInForm>
      </Stack>
    </Modal>
  );
}
