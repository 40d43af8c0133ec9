// One line of the list: who or which room, what was said last, and how much of it is not read.
'use client';
import { Avatar, Badge } from '@mantine/core';
import { IconBellOff, IconBriefcase } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Num } from '@/components/num';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../messages.module.css';

/** Stands for a room, where a person has a face. */
export const RoomFace = ({ size = 32 }: { size?: number }) => (
  <Avatar size={size} radius="md" color="indigo" aria-hidden>
    <IconBriefcase size={size / 2} stroke={1.6} />
  </Avatar>
);

export interface ThreadRowProps {
  face: ReactNode;
  name: string;
  line: string;
  time?: string;
  unread?: number;
  isMuted?: boolean;
  isOpen?: boolean;
  onOpen: () => void;
}

export function ThreadRow({ face, name, line, time, unread = 0, isMuted, isOpen, onOpen }: ThreadRowProps) {
  const t = useTranslations('messages.chat');
  const { number } = useFormat();
  return (
    <li>
      <button type="button" className={classes.threadRow} aria-current={isOpen || undefined} onClick={onOpen}>
        {face}
        <span className={classes.rowText}>
          <span className={classes.rowHead}>
            <bdi className={classes.rowName}>{name}</bdi>
            {time && <span className={classes.dim}>{time}</span>}
          </span>
          <span className={classes.rowHead}>
            <bdi className={classes.rowLine}>{line}</bdi>
            {isMuted && <IconBellOff size={14} className={classes.rowMuted} role="img" aria-label={t('muted')} />}
            {unread > 0 && (
              <Badge
                size="sm"
                color={isMuted ? 'gray' : 'red.8'}
                variant={isMuted ? 'light' : 'filled'}
                aria-label={t(isMuted ? 'unreadMuted' : 'unread', { n: number(unread), count: unread })}
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
