// What somebody agrees to, as a list of sentences.
'use client';
import { Button, Stack } from '@mantine/core';
import { Dialog } from '../layout/dialog';
import classes from './terms-dialog.module.css';

export interface TermsDialogProps {
  opened: boolean;
  title: string;
  terms: readonly string[];
  /** The verb on the button. */
  agree: string;
  onClose: () => void;
  onAgree: () => void;
}

/** The button agrees; Esc and the cross only close. It may open above another dialog. */
export function TermsDialog({ opened, title, terms, agree, onClose, onAgree }: TermsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={480} zIndex={300}>
      <Stack gap="lg">
        <ul className={classes.list}>
          {terms.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <Button onClick={onAgree} data-autofocus>
          {agree}
        </Button>
      </Stack>
    </Dialog>
  );
}
