// An open thread: its head, its messages, its composer, as the parts of a conversation.
'use client';
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { IconButton } from '@/components/icon-button';
import { Talk } from '@/components/templates/conversation';
import { api } from '@/contract/index';
import type { Contact, Message } from '@/contract/schemas/message';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { restoreOutbox, sendMessage, useOutbox } from '../../logic/outbox';
import { firstUnread } from '../../logic/thread';
import classes from '../messages.module.css';
import { PersonFace } from '../person-face';
import { Composer } from './composer';
import { ThreadLines } from './thread-lines';
import { useThread } from './use-thread';
import { useThreadScroll } from './use-thread-scroll';

const PRESENCE_MS = 30_000;

const scrollToMessage = (id: number) => document.getElementById(`message-${id}`)?.scrollIntoView?.({ block: 'center' });

/** Nothing where the server knows no muting. */
function MuteButton({ contact: { id, muted } }: { contact: Contact }) {
  const t = useTranslations('messages.chat');
  const write = useWrite(api.messages.muteChat);
  const { run, isBusy } = useAction(() => write.mutateAsync({ params: { id }, body: { muted: !muted } }));
  if (muted === undefined) return null;
  const Icon = muted ? IconBellOff : IconBell;
  return (
    <IconButton label={t(muted ? 'unmute' : 'mute')} loading={isBusy} onClick={() => void run(undefined)}>
      <Icon size={18} stroke={1.6} />
    </IconButton>
  );
}

function ThreadHead({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const t = useTranslations('messages.chat');
  const common = useTranslations('common');
  return (
    <>
      <IconButton label={common('back')} hotkey="Esc" onClick={onClose}>
        <IconArrowLeft size={18} className="points" />
      </IconButton>
      {contact && (
        <>
          <PersonFace person={contact} />
          <div className={classes.who}>
            <h2 className={classes.whoName}>
              <bdi>{personName(contact)}</bdi>
            </h2>
            <span className={classes.dim}>{contact.online ? t('online') : t('offline')}</span>
          </div>
          <MuteButton contact={contact} />
        </>
      )}
    </>
  );
}

interface ThreadFootProps {
  other: number;
  contact: Contact | undefined;
  unread: number | null;
  scroll: { isAtEnd: boolean; toEnd: () => void };
  onArrived: (message: Message) => void;
}

/** The composer, and the ways to where one wants to read. */
function ThreadFoot({ other, contact, unread, scroll, onArrived }: ThreadFootProps) {
  const t = useTranslations('messages.chat');
  const send = (text: string) => {
    sendMessage(other, text, onArrived);
    requestAnimationFrame(scroll.toEnd);
  };
  return (
    <>
      {!scroll.isAtEnd && (
        <div className={classes.jump}>
          {unread !== null && (
            <Button size="compact-sm" variant="default" onClick={() => scrollToMessage(unread)}>
              {t('toUnread')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" leftSection={<IconArrowDown size={14} />} onClick={scroll.toEnd}>
            {t('toEnd')}
          </Button>
        </div>
      )}
      {contact?.can_chat === false ? (
        <Callout kind="caution">{t('cannotWrite')}</Callout>
      ) : (
        <Composer to={other} name={contact ? personName(contact) : ''} onSend={send} />
      )}
    </>
  );
}

export interface ThreadPaneProps {
  other: number;
  /** A message to which it leads. */
  target: number | null;
  onClose: () => void;
}

/** Remounted for each person. */
export function ThreadPane({ other, target, onClose }: ThreadPaneProps) {
  const t = useTranslations('messages.chat');
  const contact = useRead(api.messages.contact, { params: { id: other } }, { every: PRESENCE_MS });
  const { thread, error, retry, older, arrived } = useThread(other);
  const waiting = useOutbox(({ items }) => items).filter(({ to }) => to === other);
  const [unread, setUnread] = useState<number | null | undefined>();
  if (unread === undefined && thread) setUnread(firstUnread(thread.messages, other));
  const box = useRef<HTMLDivElement>(null);
  const messages = thread?.messages ?? [];
  const scroll = useThreadScroll(box, {
    first: messages[0]?.id,
    last: waiting.at(-1)?.key ?? messages.at(-1)?.id.toString(),
    openAt: unread ?? null,
    onNearStart: () => {
      if (thread?.hasOlder && !older.isReading) void older.read();
    },
  });
  useEffect(() => void restoreOutbox(), []);
  const hasThread = thread !== undefined;
  const { read } = older;
  useEffect(() => {
    if (target === null || !hasThread) return;
    void read(target).then(() => requestAnimationFrame(() => scrollToMessage(target)));
  }, [target, hasThread, read]);
  const name = contact.data ? personName(contact.data) : '';
  return (
    <Talk
      label={t('with', { name })}
      head={<ThreadHead contact={contact.data} onClose={onClose} />}
      scrollRef={box}
      onScroll={scroll.handleScroll}
      composer={
        <ThreadFoot other={other} contact={contact.data} unread={unread ?? null} scroll={scroll} onArrived={arrived} />
      }
    >
      {error ? (
        <ErrorState error={error} retry={retry} />
      ) : !thread ? (
        <ListSkeleton rows={5} />
      ) : messages.length + waiting.length === 0 ? (
        <EmptyState title={t('noMessages')} text={t('noMessagesText')} noAct="beside" />
      ) : (
        <ThreadLines
          other={other}
          thread={thread}
          unread={unread ?? null}
          target={target}
          waiting={waiting}
          onOlder={() => void older.read()}
          isReadingOlder={older.isReading}
          onArrived={arrived}
        />
      )}
    </Talk>
  );
}
