// With whom: the last threads, people to write to, and messages that hold the searched words.
'use client';
import { Badge, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBellOff, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Num } from '@/components/num';
import { fold } from '@/contract/fold';
import { api } from '@/contract/index';
import type { Contact, LastChat } from '@/contract/schemas/message';
import { call } from '@/lib/api/client';
import type { CallError } from '@/lib/api/errors';
import { BACKGROUND, useRead } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { today } from '@/lib/i18n/dates';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../messages.module.css';
import { PersonFace } from '../person-face';
import { LIVE_MS, usePollMs } from './use-focused';

const PAUSE_MS = 250;
const MAX_CONTACTS = 50;
const MAX_MATCHES = 20;
const LIST_MS = 30_000;

/** The threads, read again when the number of unread messages changes. */
function useLastChats() {
  const every = usePollMs();
  const unread = useRead(api.messages.check, {}, { every, whileLive: LIVE_MS }).data?.newMessageCount;
  return useQuery<LastChat[], CallError>({
    queryKey: [...keyOf(api.messages.lastChats, {}), unread ?? 0],
    queryFn: ({ signal }) => call(api.messages.lastChats, {}, { ...BACKGROUND, signal }),
    refetchInterval: LIST_MS,
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
}

interface RowProps {
  contact: Contact;
  line: string | null;
  time: string | null;
  unread: number;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ contact, line, time, unread, isOpen, onOpen }: RowProps) {
  const t = useTranslations('messages.chat');
  const { number } = useFormat();
  return (
    <li>
      <button type="button" className={classes.threadRow} aria-current={isOpen || undefined} onClick={onOpen}>
        <PersonFace person={contact} size={36} />
        <span className={classes.rowText}>
          <span className={classes.rowHead}>
            <bdi className={classes.rowName}>{personName(contact)}</bdi>
            {time && <span className={classes.dim}>{time}</span>}
          </span>
          <span className={classes.rowHead}>
            <bdi className={classes.rowLine}>{line ?? contact.username}</bdi>
            {contact.muted && <IconBellOff size={14} className={classes.rowMuted} role="img" aria-label={t('muted')} />}
            {unread > 0 && (
              <Badge
                size="sm"
                color={contact.muted ? 'gray' : 'red.8'}
                variant={contact.muted ? 'light' : 'filled'}
                aria-label={t(contact.muted ? 'unreadMuted' : 'unread', { n: number(unread), count: unread })}
              >
                <Num value={unread} />
              </Badge>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.sectionTitle}>{title}</h3>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

const holds = (contact: Contact, words: string) => {
  const text = fold(`${personName(contact)} ${contact.username}`);
  return words.split(' ').every((word) => text.includes(word));
};

export interface ThreadListProps {
  open: number | null;
  onOpen: (contact: number, message?: number) => void;
  searchRef: Ref<HTMLInputElement>;
}

export function ThreadList({ open, onOpen, searchRef }: ThreadListProps) {
  const t = useTranslations('messages.chat');
  const common = useTranslations('common');
  const { date } = useFormat();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const chats = useLastChats();
  const contacts = useRead(api.messages.contacts, { query: { limit: MAX_CONTACTS, ...(search ? { search } : {}) } }, { keep: true }); // biome-ignore format: one call
  const searched = useRead(api.messages.searchMessages, { query: { search, limit: MAX_MATCHES } }, { enabled: search.length > 1 }); // biome-ignore format: one call
  const words = fold(search);
  const threads = (chats.data ?? []).filter(({ contact }) => words === '' || holds(contact, words));
  const partners = useMemo(() => new Set((chats.data ?? []).map(({ contact }) => contact.id)), [chats.data]);
  const others = (contacts.data ?? []).filter(({ id }) => !partners.has(id));
  const matches = search.length > 1 ? (searched.data?.results ?? []) : [];
  const timeOf = (iso: string) => date(iso, today(new Date(iso)) === today() ? 'time' : 'date');
  const isNothing =
    threads.length + others.length + matches.length === 0 && !contacts.isFetching && !searched.isFetching;
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
      {threads.length > 0 && (
        <Section title={t('threads')}>
          {threads.map(({ contact, message, unread }) => (
            <Row
              key={contact.id}
              contact={contact}
              line={message.sender === contact.id ? message.text : t('you', { text: message.text })}
              time={timeOf(message.date)}
              unread={unread}
              isOpen={contact.id === open}
              onOpen={() => onOpen(contact.id)}
            />
          ))}
        </Section>
      )}
      {!chats.isPending && others.length > 0 && (
        <Section title={t('people')}>
          {others.map((contact) => (
            <Row
              key={contact.id}
              contact={contact}
              line={null}
              time={null}
              unread={0}
              isOpen={contact.id === open}
              onOpen={() => onOpen(contact.id)}
            />
          ))}
        </Section>
      )}
      {matches.length > 0 && (
        <Section title={t('matches')}>
          {matches.map(({ id, contact, message }) => (
            <Row
              key={id}
              contact={contact}
              line={message.text}
              time={timeOf(message.date)}
              unread={0}
              isOpen={false}
              onOpen={() => onOpen(contact.id, id)}
            />
          ))}
        </Section>
      )}
      {isNothing && search !== '' && <p className={classes.nothing}>{t('nobody')}</p>}
    </>
  );
}
