// With whom: the last threads and rooms, people to write to, and messages that hold the searched words.
'use client';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { fold } from '@/contract/fold';
import { api } from '@/contract/index';
import type { Contact, LastChat } from '@/contract/schemas/message';
import type { Room } from '@/contract/schemas/messages/room';
import { useRead } from '@/lib/api/hooks';
import { today } from '@/lib/i18n/dates';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import type { TalkRef } from '../../logic/talks';
import { lineOf } from '../../logic/thread';
import classes from '../messages.module.css';
import { PersonFace } from '../person-face';
import { RoomFace, ThreadRow } from './thread-row';
import { useLastChats, useRooms } from './use-talks';

const PAUSE_MS = 250;
const MAX_CONTACTS = 50;
const MAX_MATCHES = 20;
const FACE = 36;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.sectionTitle}>{title}</h3>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

const nameOfContact = (contact: Contact) => `${personName(contact)} ${contact.username}`;
const holds = (name: string, words: string) => {
  const text = fold(name);
  return words.split(' ').every((word) => text.includes(word));
};

interface RowsProps {
  open: TalkRef | null;
  onOpen: (talk: TalkRef, message?: number) => void;
}

const useTimeOf = () => {
  const { date } = useFormat();
  return (iso: string) => date(iso, today(new Date(iso)) === today() ? 'time' : 'date');
};

function ChatRow({ chat: { contact, message, unread }, open, onOpen }: RowsProps & { chat: LastChat }) {
  const t = useTranslations('messages.chat');
  const timeOf = useTimeOf();
  return (
    <ThreadRow
      face={<PersonFace person={contact} size={FACE} />}
      name={personName(contact)}
      line={message.sender === contact.id ? lineOf(message) : t('you', { text: lineOf(message) })}
      time={timeOf(message.date)}
      unread={unread}
      isMuted={contact.muted ?? false}
      isOpen={open?.kind === 'person' && open.id === contact.id}
      onOpen={() => onOpen({ kind: 'person', id: contact.id })}
    />
  );
}

function RoomRow({ room: { id, name, message, unread, muted }, open, onOpen }: RowsProps & { room: Room }) {
  const t = useTranslations('messages.chat');
  const timeOf = useTimeOf();
  const said = (text: string, by: string | null) =>
    by === null ? t('you', { text }) : t('saidBy', { name: by, text });
  return (
    <ThreadRow
      face={<RoomFace size={FACE} />}
      name={name}
      line={message ? said(lineOf(message), message.own ? null : personName(message.sender)) : t('room')}
      {...(message && { time: timeOf(message.date) })}
      unread={unread}
      isMuted={muted}
      isOpen={open?.kind === 'room' && open.id === id}
      onOpen={() => onOpen({ kind: 'room', id })}
    />
  );
}

function ContactRow({ contact, open, onOpen }: RowsProps & { contact: Contact }) {
  return (
    <ThreadRow
      face={<PersonFace person={contact} size={FACE} />}
      name={personName(contact)}
      line={contact.username}
      isMuted={contact.muted ?? false}
      isOpen={open?.kind === 'person' && open.id === contact.id}
      onOpen={() => onOpen({ kind: 'person', id: contact.id })}
    />
  );
}

/** Words of messages in all talks, the newest first. */
function useMatches(search: string) {
  const enabled = search.length > 1;
  const query = { search, limit: MAX_MATCHES };
  const people = useRead(api.messages.searchMessages, { query }, { enabled });
  const rooms = useRead(api.rooms.search, { query }, { enabled });
  const all = [
    ...(people.data?.results ?? []).map(({ id, message, contact }) => ({
      talk: { kind: 'person' as const, id: contact.id },
      face: <PersonFace person={contact} size={FACE} />,
      name: personName(contact),
      message: { id, line: lineOf(message), date: message.date },
    })),
    ...(rooms.data?.results ?? []).map(({ message, name }) => ({
      talk: { kind: 'room' as const, id: message.room },
      face: <RoomFace size={FACE} />,
      name,
      message: { id: message.id, line: lineOf(message), date: message.date },
    })),
  ].sort((one, other) => other.message.date.localeCompare(one.message.date));
  return { matches: enabled ? all.slice(0, MAX_MATCHES) : [], isFetching: people.isFetching || rooms.isFetching };
}

export interface ThreadListProps extends RowsProps {
  searchRef: Ref<HTMLInputElement>;
}

export function ThreadList({ open, onOpen, searchRef }: ThreadListProps) {
  const t = useTranslations('messages.chat');
  const common = useTranslations('common');
  const timeOf = useTimeOf();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const chats = useLastChats();
  const rooms = useRooms();
  const contacts = useRead(api.messages.contacts, { query: { limit: MAX_CONTACTS, ...(search ? { search } : {}) } }, { keep: true }); // biome-ignore format: one call
  const { matches, isFetching } = useMatches(search);
  const words = fold(search);
  const isMatch = (name: string) => words === '' || holds(name, words);
  const row = { open, onOpen };
  const shownRooms = (rooms.data ?? []).filter(({ name }) => isMatch(name));
  const talks = [
    ...(chats.data ?? []).flatMap((chat) =>
      isMatch(nameOfContact(chat.contact))
        ? { at: chat.message.date, row: <ChatRow key={chat.contact.id} chat={chat} {...row} /> }
        : [],
    ),
    ...shownRooms.flatMap((room) =>
      room.message ? { at: room.message.date, row: <RoomRow key={`room:${room.id}`} room={room} {...row} /> } : [],
    ),
  ].sort((one, other) => other.at.localeCompare(one.at));
  const silent = shownRooms.filter(({ message }) => message === null);
  const partners = useMemo(() => new Set((chats.data ?? []).map(({ contact }) => contact.id)), [chats.data]);
  const others = (contacts.data ?? []).filter(({ id }) => !partners.has(id));
  const isNothing =
    talks.length + silent.length + others.length + matches.length === 0 && !contacts.isFetching && !isFetching;
  return (
    <>
      <TextInput
        ref={searchRef}
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={typed && <CloseButton size="sm" aria-label={common('clear')} onClick={() => setTyped('')} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {chats.error && !chats.data && <ErrorState error={chats.error} retry={() => void chats.refetch()} />}
      {chats.isPending && <ListSkeleton rows={6} />}
      {talks.length > 0 && <Section title={t('threads')}>{talks.map((talk) => talk.row)}</Section>}
      {silent.length > 0 && (
        <Section title={t('rooms')}>
          {silent.map((room) => (
            <RoomRow key={room.id} room={room} {...row} />
          ))}
        </Section>
      )}
      {!chats.isPending && others.length > 0 && (
        <Section title={t('people')}>
          {others.map((contact) => (
            <ContactRow key={contact.id} contact={contact} {...row} />
          ))}
        </Section>
      )}
      {matches.length > 0 && (
        <Section title={t('matches')}>
          {matches.map(({ talk, face, name, message }) => (
            <ThreadRow
              key={`${talk.kind} ${message.id}`}
              face={face}
              name={name}
              line={message.line}
              time={timeOf(message.date)}
              onOpen={() => onOpen(talk, message.id)}
            />
          ))}
        </Section>
      )}
      {isNothing && search !== '' && <p className={classes.nothing}>{t('nobody')}</p>}
    </>
  );
}
