// Why work is sent back or rejected: typed, or one of the own templates by its digit. Ctrl+Enter sends, Esc closes.
'use client';
import { Button, Group, Kbd, Text, Textarea } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './review.module.css';
import { MAX_REASONS, useReasons } from './use-reasons';

const MAX_REASON = 2000;
export type ReasonOf = 'return' | 'reject' | 'reopen';

interface ReasonFormProps {
  of: ReasonOf;
  onSend: (reason: string) => void;
  onClose: () => void;
}

export function ReasonForm({ of, onSend, onClose }: ReasonFormProps) {
  const t = useTranslations('supervision.reason');
  const { digits } = useFormat();
  const { reasons, keep, drop } = useReasons();
  const [text, setText] = useState('');
  const frame = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hasTemplates = reasons.length > 0;
  // A digit picks a template as long as nothing is typed: the field takes the focus where there is none.
  useEffect(() => {
    (hasTemplates ? frame.current : field.current)?.focus();
  }, [hasTemplates]);
  const reason = text.trim();
  const send = () => reason !== '' && onSend(reason);
  useHotkeys('first', [
    { keys: 'Mod+Enter', whileTyping: true, run: send },
    { keys: 'Escape', whileTyping: true, run: onClose },
    ...reasons.map(({ text: template }, i) => ({
      keys: [`Digit${i + 1}`, `Numpad${i + 1}`],
      run: () => onSend(template),
    })),
  ]);
  return (
    <form
      ref={frame}
      tabIndex={-1}
      className={classes.reason}
      aria-label={t(`title.${of}`)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {of === 'reject' && (
        <Text size="sm" c="dimmed">
          {t('rejectEnds')}
        </Text>
      )}
      {hasTemplates && (
        <ol className={classes.templates} aria-label={t('templates')}>
          {reasons.map(({ id, text: template }, i) => (
            <li key={id}>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<Kbd size="xs">{digits(i + 1)}</Kbd>}
                onClick={() => onSend(template)}
              >
                <bdi className={classes.template}>{template}</bdi>
              </Button>
              <IconButton
                label={t('drop', { text: template })}
                variant="subtle"
                color="gray"
                size={24}
                onClick={() => void drop(id)}
              >
                <IconX size={14} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <Textarea
        ref={field}
        label={t('label')}
        required
        rows={3}
        dir="auto"
        maxLength={MAX_REASON}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button type="submit" color={of === 'reject' ? 'red' : 'indigo'} disabled={reason === ''}>
          {t(`send.${of}`)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconBookmark size={16} />}
          disabled={reason === '' || reasons.length >= MAX_REASONS || reasons.some((one) => one.text === reason)}
          onClick={() => void keep(reason)}
        >
          {t('keep')}
        </Button>
      </Group>
    </form>
  );
}
