// Alert, confirm and prompt as promises. Esc closes and counts as no.
'use client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslations } from 'next-intl';
import { type ReactNode, type SubmitEvent, useState } from 'react';

export interface AlertOptions {
  title: string;
  text?: ReactNode;
}

export interface ConfirmOptions extends AlertOptions {
  /** The verb on the button; "confirm" where it is missing. */
  confirm?: string;
  /** The act cannot be taken back: the button is red. */
  danger?: boolean;
}

export interface PromptOptions extends AlertOptions {
  label: string;
  value?: string;
  confirm?: string;
  maxLength?: number;
}

/** Opens a modal whose closing in any way answers exactly once. */
function ask<T>(title: string, none: T, body: (answer: (value: T) => void) => ReactNode): Promise<T> {
  return new Promise((resolve) => {
    let result = none;
    const id: string = modals.open({
      title,
      onClose: () => resolve(result),
      children: body((value) => {
        result = value;
        modals.close(id);
      }),
    });
  });
}

function PromptForm({ options, answer }: { options: PromptOptions; answer: (value: string | null) => void }) {
  const t = useTranslations('common');
  const [value, setValue] = useState(options.value ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value.trim() === '') setError(t('required'));
    else answer(value.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {options.text && <Text size="md">{options.text}</Text>}
        <TextInput
          data-autofocus
          required
          label={options.label}
          value={value}
          maxLength={options.maxLength ?? 200}
          error={error}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setError(null);
          }}
        />
        <Buttons confirm={options.confirm} onCancel={() => answer(null)} />
      </Stack>
    </form>
  );
}

function Buttons(props: { confirm?: string; danger?: boolean; onCancel: () => void; onConfirm?: () => void }) {
  const t = useTranslations('common');
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={props.onCancel}>
        {t('cancel')}
      </Button>
      <Button
        type={props.onConfirm ? 'button' : 'submit'}
        onClick={props.onConfirm}
        {...(props.danger ? { color: 'red.8' } : {})}
        {...(props.onConfirm ? { 'data-autofocus': true } : {})}
      >
        {props.confirm ?? t('confirm')}
      </Button>
    </Group>
  );
}

/** The three dialogs; each answers when it is closed. */
export function useDialogs() {
  const t = useTranslations('common');
  return {
    alert: ({ title, text }: AlertOptions) =>
      ask<void>(title, undefined, (answer) => (
        <Stack gap="md">
          {text && (
            <Text size="md" component="div">
              {text}
            </Text>
          )}
          <Group justify="flex-end">
            <Button data-autofocus onClick={() => answer()}>
              {t('close')}
            </Button>
          </Group>
        </Stack>
      )),
    /** True only when the button was pressed. */
    confirm: ({ title, text, confirm, danger }: ConfirmOptions) =>
      ask(title, false, (answer) => (
        <Stack gap="md">
          {text && (
            <Text size="md" component="div">
              {text}
            </Text>
          )}
          <Buttons confirm={confirm} danger={danger} onCancel={() => answer(false)} onConfirm={() => answer(true)} />
        </Stack>
      )),
    /** The text, never empty; null when it was cancelled. */
    prompt: (options: PromptOptions) =>
      ask<string | null>(options.title, null, (answer) => <PromptForm options={options} answer={answer} />),
  };
}
