// The session ended in the middle of work, or another person took its place: every form behind the dialog stays as it is.
'use client';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/layout/dialog';
import { SignInForm } from '../sign-in-form';
import type { SignedIn } from '../use-sign-in';

export interface LostSessionProps {
  username: string;
  /** Whose session this browser has now; absent where it has none. */
  other?: string;
  onBack: (signedIn: SignedIn) => void;
  /** The browser turned out to be signed in: in another tab, whose news did not come here. */
  onAlreadyIn: () => void;
  /** Leaves the page: to the sign-in, or on as the other person. */
  onLeave: () => void;
}

/** Cannot be closed without a decision; only the same person can go on here. */
export function LostSession({ username, other, onBack, onAlreadyIn, onLeave }: LostSessionProps) {
  const t = useTranslations(other ? 'session.taken' : 'session.lost');
  const names: Record<string, string> = other ? { username, other } : {};
  return (
    <Dialog
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('title', names)}
      size={420}
      zIndex={500}
    >
      <Stack gap="md">
        <Text size="md">{t('text', names)}</Text>
        <SignInForm fixedUsername={username} onSignedIn={onBack} onAlreadyIn={onAlreadyIn}>
          <Button variant="subtle" color="gray" fullWidth onClick={onLeave}>
            {t('leave', names)}
          </Button>
        </SignInForm>
      </Stack>
    </Dialog>
  );
}
