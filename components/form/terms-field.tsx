// The box that accepts terms, and the terms in a dialog whose button ticks it.
'use client';
import { Anchor, Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../layout/dialog';
import classes from './terms-field.module.css';

export interface TermsFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Opens the dialog. */
  read: string;
  title: string;
  terms: readonly string[];
  /** The verb on the dialog's button. */
  agree: string;
}

/** The dialog's button agrees; Esc and the cross only close. */
export function TermsField({ label, checked, onChange, read, title, terms, agree }: TermsFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const handleAgree = () => {
    setOpen(false);
    onChange(true);
  };
  return (
    <div className={classes.line}>
      <Checkbox size="sm" label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <Anchor component="button" type="button" inherit aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {read}
      </Anchor>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={title} size={480} zIndex={300}>
        <Stack gap="lg">
          <ul className={classes.list}>
            {terms.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <Button onClick={handleAgree} data-autofocus>
            {agree}
          </Button>
        </Stack>
      </Dialog>
    </div>
  );
}
