// An open talk: its head, its messages, its composer, as the parts of a conversation.
'use client';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { DropZone } from '@/components/files/drop-zone';
import { Talk } from '@/components/templates/conversation';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { attachFiles } from '../../logic/attachments';
import { restoreOutbox, sendMessage, useOutbox } from '../../logic/outbox';
import { type Content, nameOfTalk, type TalkRef } from '../../logic/talks';
import { firstBehind, firstUnread, type Said } from '../../logic/thread';
import classes from '../messages.module.css';
import { Composer } from './composer';
import files from './files/files.module.css';
import { PersonHead, RoomHead, ThreadHead } from './thread-head';
import { ThreadLines } from './thread-lines';
import { useThread } from './use-thread';
import { useThreadScroll } from './use-thread-scroll';

const PRESENCE_MS = 30_000;

const scrollToMessage = (id: number) => document.getElementById(`message-${id}`)?.scrollIntoView?.({ block: 'center' });

interface ThreadFootProps {
  talk: TalkRef;
  name: string;
  /** Why nothing can be written; null where it can. */
  closed: string | null;
  unread: number | null;
  scroll: { isAtEnd: boolean; toEnd: () => void };
  onArrived: (message: Said) => void;
}

/** The composer, and the ways to where one wants to read. */
function ThreadFoot({ talk, name, closed, unread, scroll, onArrived }: ThreadFootProps) {
  const t = useTranslations('messages.chat');
  const send = (content: Content) => {
    sendMessage(talk, content, onArrived);
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
      {closed === null ? (
        <Composer to={nameOfTalk(talk)} name={name} onSend={send} />
      ) : (
        <Callout kind="caution">{closed}</Callout>
      )}
    </>
  );
}

interface OpenTalkProps {
  talk: TalkRef;
  label: string;
  name: string;
  head: ReactNode;
  closed: string | null;
  /** Up to where a room is read; undefined for people, and until it is known. */
  mark?: number | undefined;
  target: number | null;
}

function OpenTalk({ talk, label, name, head, closed, mark, target }: OpenTalkProps) {
  const t = useTranslations('messages.chat');
  const { thread, error, retry, older, arrived } = useThread(talk, mark);
  const waiting = useOutbox(({ items }) => items).filter(({ to }) => to === nameOfTalk(talk));
  const [unread, setUnread] = useState<number | null | undefined>();
  if (unread === undefined && thread && (talk.kind === 'person' || mark !== undefined))
    setUnread(mark === undefined ? firstUnread(thread.messages, talk.id) : firstBehind(thread.messages, mark));
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
  const foot = { talk, name, closed, unread: unread ?? null, scroll, onArrived: arrived };
  const canWrite = closed === null && error?.status !== 404;
  return (
    <DropZone
      className={files.zone}
      words={t('dropFiles')}
      onFiles={canWrite ? (dropped) => attachFiles(nameOfTalk(talk), dropped) : null}
    >
      <Talk
        label={label}
        head={head}
        scrollRef={box}
        onScroll={scroll.handleScroll}
        composer={error?.status === 404 ? undefined : <ThreadFoot {...foot} />}
      >
        {error ? (
          <ErrorState error={error} retry={retry} />
        ) : !thread ? (
          <ListSkeleton rows={5} />
        ) : messages.length + waiting.length === 0 ? (
          <EmptyState title={t('noMessages')} text={t('noMessagesText')} noAct="beside" />
        ) : (
          <ThreadLines
            talk={talk}
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
    </DropZone>
  );
}

interface PaneProps {
  talk: TalkRef;
  target: number | null;
  onClose: () => void;
}

function PersonPane({ talk, target, onClose }: PaneProps) {
  const t = useTranslations('messages.chat');
  const contact = useRead(api.messages.contact, { params: { id: talk.id } }, { every: PRESENCE_MS }).data;
  const name = contact ? personName(contact) : '';
  return (
    <OpenTalk
      talk={talk}
      label={t('with', { name })}
      name={name}
      head={<ThreadHead onClose={onClose}>{contact && <PersonHead contact={contact} />}</ThreadHead>}
      closed={contact?.can_chat === false ? t('cannotWrite') : null}
      target={target}
    />
  );
}

function RoomPane({ talk, target, onClose }: PaneProps) {
  const t = useTranslations('messages.chat');
  const room = useRead(api.rooms.one, { params: { id: talk.id } }, { every: PRESENCE_MS }).data;
  const name = room?.name ?? '';
  return (
    <OpenTalk
      talk={talk}
      label={t('inRoom', { name })}
      name={name}
      head={<ThreadHead onClose={onClose}>{room && <RoomHead room={room} />}</ThreadHead>}
      closed={room?.can_write === false ? t('roomEnded') : null}
      mark={room?.read_up_to}
      target={target}
    />
  );
}

export interface ThreadPaneProps extends TalkRef {
  /** A message to which it leads. */
  target: number | null;
  onClose: () => void;
}

/** Remounted for each talk. */
export function ThreadPane({ kind, id, ...rest }: ThreadPaneProps) {
  const talk = useMemo(() => ({ kind, id }), [kind, id]);
  const Pane = kind === 'person' ? PersonPane : RoomPane;
  return <Pane talk={talk} {...rest} />;
}
