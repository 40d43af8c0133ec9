// The head of a talk: with whom or in which room, the way back, and muting.
'use client';
import { IconArrowLeft, IconBell, IconBellOff } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract/index';
import type { Contact } from '@/contract/schemas/message';
import type { Room } from '@/contract/schemas/messages/room';
import { useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import classes from '../messages.module.css';
import { PersonFace } from '../person-face';
import { RoomFace } from './thread-row';

function MuteButton({ isMuted, onChange }: { isMuted: boolean; onChange: (muted: boolean) => Promise<unknown> }) {
  const t = useTranslations('messages.chat');
  const { run, isBusy } = useAction(() => onChange(!isMuted));
  const Icon = isMuted ? IconBellOff : IconBell;
  return (
    <IconButton label={t(isMuted ? 'unmute' : 'mute')} loading={isBusy} onClick={() => void run(undefined)}>
      <Icon size={18} stroke={1.6} />
    </IconButton>
  );
}

interface HeadProps {
  face: ReactNode;
  name: ReactNode;
  line: string;
}

function Who({ face, name, line }: HeadProps) {
  return (
    <>
      {face}
      <div className={classes.who}>
        <h2 className={classes.whoName}>
          <bdi>{name}</bdi>
        </h2>
        <span className={classes.dim}>{line}</span>
      </div>
    </>
  );
}

/** Nothing can be muted where the server knows no muting. */
export function PersonHead({ contact }: { contact: Contact }) {
  const t = useTranslations('messages.chat');
  const write = useWrite(api.messages.muteChat);
  const { id, muted } = contact;
  return (
    <>
      <Who
        face={<PersonFace person={contact} />}
        name={personName(contact)}
        line={contact.online ? t('online') : t('offline')}
      />
      {muted !== undefined && (
        <MuteButton isMuted={muted} onChange={(next) => write.mutateAsync({ params: { id }, body: { muted: next } })} />
      )}
    </>
  );
}

export function RoomHead({ room: { id, name, people, muted } }: { room: Room }) {
  const t = useTranslations('messages.chat');
  const { number } = useFormat();
  const write = useWrite(api.rooms.mute);
  return (
    <>
      <Who
        face={<RoomFace />}
        name={
          <Link className={classes.whoLink} href={href('projectDetails', { id })} prefetch={false}>
            {name}
          </Link>
        }
        line={t('roomOf', { n: number(people), count: people })}
      />
      <MuteButton isMuted={muted} onChange={(next) => write.mutateAsync({ params: { id }, body: { muted: next } })} />
    </>
  );
}

export function ThreadHead({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const common = useTranslations('common');
  return (
    <>
      <IconButton label={common('back')} hotkey="Esc" onClick={onClose}>
        <IconArrowLeft size={18} className="points" />
      </IconButton>
      {children}
    </>
  );
}
