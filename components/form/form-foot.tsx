// The end of every form: what failed as a whole, the primary button first, always at the same place.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Callout } from '../feedback/callout';
import { useErrorText } from '../feedback/states';
import classes from './form.module.css';

export interface FormFootProps {
  /** What failed as a whole; null while nothing has. */
  error?: unknown;
  isBusy: boolean;
  /** There is something to save: told beside the buttons. */
  isDirty?: boolean;
  /** The verb on the button that sends; "save" without it. */
  submit?: string;
  /** Nothing can be sent now. */
  isDisabled?: boolean;
  onCancel?: () => void;
  /** Stands after the buttons. */
  children?: ReactNode;
}

export function FormFoot({ error, isBusy, isDirty, submit, isDisabled, onCancel, children }: FormFootProps) {
  const t = useTranslations('common');
  const errorText = useErrorText();
  return (
    <div className={classes.foot}>
      {Boolean(error) && (
        <div className={classes.problem}>
          <Callout kind="refusal">{errorText(error)}</Callout>
        </div>
      )}
      <Button type="submit" loading={isBusy} disabled={isDisabled ?? false}>
        {submit ?? t('save')}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      {isDirty && (
        <span className={classes.mark} role="status">
          {t('unsaved')}
        </span>
      )}
      {children}
    </div>
  );
}
