// A form of one thing of the server around its fields: draft, leave guard, conflict, Ctrl+S. `FormPage` and `FormDialog` stand on it.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { Callout } from '../feedback/callout';
import { useDialogs } from '../feedback/dialogs';
import { Dialog } from '../layout/dialog';
import { Page } from '../layout/page';
import { ConflictDialog, type FieldNames } from './conflict-dialog';
import classes from './form.module.css';
import { FormFoot } from './form-foot';
import { LeaveGuard } from './leave-guard';

export interface FormProps<V extends object> {
  resource: ResourceForm<V>;
  /** Names of fields, and how their values are told, for a conflict. */
  names: FieldNames<V>;
  /** The verb on the button; "save" without it. */
  submit?: string;
  /** A form that was not touched can be sent too: a new thing. */
  isNew?: boolean;
  onCancel?: () => void;
  children: ReactNode;
}

interface BodyProps<V extends object> extends FormProps<V> {
  /** The foot stays in view. */
  isSticky?: boolean;
}

/** A form in a card or a panel; `FormPage` and `FormDialog` stand around it. */
export function FormBody<V extends object>(props: BodyProps<V>) {
  const { resource, names, submit, isNew, onCancel, isSticky, children } = props;
  const t = useTranslations('common.draft');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, isDirty, error, save, conflict, draft, reset } = resource;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // A dialog's form stands inside its screen's form in React's tree.
    event.stopPropagation();
    if (!isBusy) void save();
  };
  // A press outside of every form and dialog is for a form with changes; inside, for the form that it is inside of.
  const saveByKey = ({ target }: KeyboardEvent) => {
    const around = target instanceof Element ? target.closest('form, [role="dialog"], [role="alertdialog"]') : null;
    if (around ? !around.contains(form.current) : !isDirty) return false;
    form.current?.requestSubmit();
    return true;
  };
  useHotkeys('panel', [{ keys: 'Mod+KeyS', whileTyping: true, inDialogs: true, repeats: true, run: saveByKey }]);
  return (
    <form id={id} ref={form} className={classes.form} onSubmit={handleSubmit} noValidate aria-busy={isBusy}>
      <LeaveGuard isDirty={isDirty} onDiscard={reset} />
      {draft && (
        <Callout
          action={
            <>
              <Button size="xs" variant="light" onClick={draft.restore}>
                {t('restore')}
              </Button>
              <Button size="xs" variant="subtle" color="gray" onClick={draft.discard}>
                {t('discard')}
              </Button>
            </>
          }
        >
          {t('text')}
        </Callout>
      )}
      <div className={classes.form} inert={isBusy}>
        {children}
      </div>
      <div className={isSticky ? classes.sticky : undefined}>
        <FormFoot
          error={error}
          isBusy={isBusy}
          isDirty={isDirty}
          {...(submit ? { submit } : {})}
          isDisabled={!isNew && !isDirty}
          {...(onCancel ? { onCancel } : {})}
        />
      </div>
      {conflict && <ConflictDialog conflict={conflict} names={names} />}
    </form>
  );
}

/** A screen that is a form; 720 pixels wide. */
export function FormPage<V extends object>({
  title,
  actions,
  ...form
}: FormProps<V> & { title: string; actions?: ReactNode }) {
  return (
    <Page title={title} width={720} actions={actions}>
      <FormBody {...form} isSticky />
    </Page>
  );
}

const DIALOG_WIDTH = 440;

/** A form above a screen. Closing it asks where something is unsaved. */
export function FormDialog<V extends object>({
  title,
  onClose,
  ...form
}: Omit<FormProps<V>, 'onCancel'> & { title: string; onClose: () => void }) {
  const t = useTranslations('common.leave');
  const { confirm } = useDialogs();
  const { isBusy, isDirty, reset } = form.resource;
  const handleClose = async () => {
    if (isBusy) return;
    if (isDirty && !(await confirm({ title: t('title'), text: t('textDialog'), confirm: t('discard'), danger: true })))
      return;
    reset();
    onClose();
  };
  return (
    <Dialog opened onClose={() => void handleClose()} closeOnClickOutside={!isDirty} title={title} size={DIALOG_WIDTH}>
      <FormBody {...form} onCancel={() => void handleClose()} />
    </Dialog>
  );
}

/** Fields side by side where there is room. */
export function FormFields({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>;
}
