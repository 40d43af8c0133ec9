// What was said, day by day, with the place where the unread begins and what is still on its way.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';
import { type Outgoing, retryMessages } from '../../logic/outbox';
import type { TalkRef } from '../../logic/talks';
import { linesOf, type Said, type Thread } from '../../logic/thread';
import classes from '../messages.module.css';
import { Bubble, OutgoingBubble } from './bubble';

const DAY_MS = 86_400_000;

function DayLine({ day }: { day: string }) {
  const t = useTranslations('messages.chat');
  const { date } = useFormat();
  const now = Date.now();
  const name = day === today() ? t('today') : day === today(new Date(now - DAY_MS)) ? t('yesterday') : null;
  return (
    <h3 className={classes.day}>
      <span>{name ? `${name} · ${date(day)}` : date(day)}</span>
    </h3>
  );
}

export interface ThreadLinesProps {
  talk: TalkRef;
  thread: Thread;
  /** The first message that was unread when the thread was opened. */
  unread: number | null;
  target: number | null;
  waiting: readonly Outgoing[];
  onOlder: () => void;
  isReadingOlder: boolean;
  onArrived: (message: Said) => void;
}

export function ThreadLines(props: ThreadLinesProps) {
  const { talk, thread, unread, target, waiting, onOlder, isReadingOlder, onArrived } = props;
  const t = useTranslations('messages.chat');
  return (
    <>
      {thread.hasOlder && (
        <div className={classes.older}>
          <Button variant="subtle" size="compact-sm" loading={isReadingOlder} onClick={onOlder}>
            {t('older')}
          </Button>
        </div>
      )}
      {linesOf(thread.messages).map((line) => (
        <Fragment key={line.message.id}>
          {line.day && <DayLine day={line.day} />}
          {line.message.id === unread && (
            <h3 className={classes.day} data-unread>
              <span>{t('unreadFrom')}</span>
            </h3>
          )}
          <Bubble talk={talk} line={line} isTarget={line.message.id === target} />
        </Fragment>
      ))}
      {waiting.map((item) => (
        <OutgoingBubble key={item.key} item={item} onRetry={() => retryMessages(talk, onArrived)} />
      ))}
    </>
  );
}
