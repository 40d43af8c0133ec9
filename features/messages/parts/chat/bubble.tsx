// One message, own at the start of the line; one that has not arrived stands there with what can be done about it.
'use client';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract/index';
import { useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { targetsOf } from '../../logic/links';
import { dropOutgoing, type Outgoing } from '../../logic/outbox';
import type { TalkRef } from '../../logic/talks';
import { type Line, REMOVE_MS } from '../../logic/thread';
import { LinkedText } from '../linked-text';
import classes from '../messages.module.css';
import { MessageFiles } from './files/message-files';
import { LinkCard } from './link-card';

function ReadMark({ date, read }: { date: string; read: string | null | undefined }) {
  const t = useTranslations('messages.chat');
  const { date: dateText } = useFormat();
  const label = read ? t('readAt', { time: dateText(read, 'datetime') }) : t('sentAt', { time: dateText(date, 'datetime') }); // biome-ignore format: one sentence
  const Icon = read ? IconChecks : IconCheck;
  return (
    <span role="img" aria-label={label} title={label} className={classes.mark} data-read={Boolean(read) || undefined}>
      <Icon size={14} aria-hidden />
    </span>
  );
}

function RemoveButton({ kind, id }: TalkRef) {
  const t = useTranslations('messages.chat');
  const isRoom = kind === 'room';
  const remove = useWrite(isRoom ? api.rooms.remove : api.messages.removeMessage);
  const { run, isBusy } = useAction(() => remove.mutateAsync({ params: { id } }), {
    confirm: () => ({
      title: t('removeTitle'),
      text: t(isRoom ? 'removeTextRoom' : 'removeText'),
      confirm: t('remove'),
      danger: true,
    }),
  });
  return (
    <IconButton label={t('remove')} size={22} loading={isBusy} onClick={() => void run(undefined)}>
      <IconTrash size={14} />
    </IconButton>
  );
}

export interface BubbleProps {
  talk: TalkRef;
  line: Line;
  /** It was searched for. */
  isTarget: boolean;
}

export function Bubble({ talk, line: { message, isGrouped, isLast }, isTarget }: BubbleProps) {
  const { own: isOwn = false, person } = message;
  const { date } = useFormat();
  const canRemove = isOwn && Date.now() - Date.parse(message.date) < REMOVE_MS;
  const targets = targetsOf(message.text, location.origin);
  return (
    <div
      id={`message-${message.id}`}
      className={classes.bubbleRow}
      data-own={isOwn || undefined}
      data-grouped={isGrouped || undefined}
      data-target={isTarget || undefined}
    >
      <div className={classes.bubble}>
        {person && !isOwn && !isGrouped && (
          <div className={classes.sender}>
            <bdi>{personName(person)}</bdi>
          </div>
        )}
        {message.files && <MessageFiles files={message.files} />}
        {message.text !== '' && <LinkedText text={message.text} className={classes.said ?? ''} />}
        {targets.map((target) => (
          <LinkCard key={target.href} target={target} />
        ))}
        {(isLast || isOwn) && (
          <span className={classes.foot}>
            <time dateTime={message.date} title={date(message.date, 'datetime')}>
              {date(message.date, 'time')}
            </time>
            {isOwn && <ReadMark date={message.date} read={message.read_date} />}
          </span>
        )}
      </div>
      {canRemove && <RemoveButton kind={talk.kind} id={message.id} />}
    </div>
  );
}

export function OutgoingBubble({ item, onRetry }: { item: Outgoing; onRetry: () => void }) {
  const t = useTranslations('messages.chat');
  const errorText = useErrorText();
  const isFailed = item.state === 'failed';
  return (
    <div className={classes.bubbleRow} data-own data-failed={isFailed || undefined}>
      <div className={classes.bubble}>
        <MessageFiles files={item.files} />
        {item.text !== '' && <LinkedText text={item.text} className={classes.said ?? ''} />}
        <span className={classes.foot} role={isFailed ? 'alert' : 'status'}>
          {isFailed ? <IconAlertCircle size={14} aria-hidden /> : <IconClock size={14} aria-hidden />}
          {isFailed ? (item.error ? errorText(item.error) : t('notSent')) : t('sending')}
        </span>
        {isFailed && (
          <span className={classes.foot}>
            <Button size="compact-xs" variant="light" color="red.8" onClick={onRetry}>
              {t('retry')}
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dropOutgoing([item.key])}>
              {t('discard')}
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}
