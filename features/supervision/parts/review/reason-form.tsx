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
import { type KeptReason, MAX_REASONS, useReasons } from './use-reasons';

const MAX_REASON = 2000;
export type ReasonOf = 'return' | 'reject' | 'reopen';

interface ReasonFormProps {
  of: ReasonOf;
  onSend: (reason: string) => void;
  onClose: () => void;
}

interface TemplatesProps {
  reasons: readonly KeptReason[];
  onSend: (reason: string) => void;
  onDrop: (id: number) => void;
}

function Templates({ reasons, onSend, onDrop }: TemplatesProps) {
  const t = useTranslations('supervision.reason');
  const { digits } = useFormat();
  return (
    <ol className={classes.templates} aria-label={t('templates')}>
      {reasons.map(({ id, text }, i) => (
        <li key={id}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Kbd size="xs">{digits(i + 1)}</Kbd>}
            onClick={() => onSend(text)}
          >
            <bdi className={classes.template}>{text}</bdi>
          </Button>
          <IconButton label={t('drop', { text })} variant="subtle" color="gray" size={24} onClick={() => onDrop(id)}>
            <IconX size={14} />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}

export function ReasonForm({ of, onSend, onClose }: ReasonFormProps) {
  const t = useTranslations('supervision.reason');
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
      {hasTemplates && <Templates reasons={reasons} onSend={onSend} onDrop={(id) => void drop(id)} />}
      <Textarea
        ref={field}
        label={t('label')}
        required
        rows={3}
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
