// Joins two rooms that do not know each other: the session's person stands in the shell's menu and leaves through it.
'use client';
import type { ReactNode } from 'react';
import { NoticeBell } from '@/features/messages/slots/notice-bell';
import { SeeAsBar } from '@/features/session/slots/see-as';
import { type InitialSession, SessionFrame, useSession } from '@/features/session/slots/session-frame';
import { Shell } from '@/features/shell/slots/shell';
import { DaysBadge } from '@/features/subscription/slots/days-badge';
import { useInvalidation } from '@/lib/events/use-invalidation';
import { useNewsStream } from '@/lib/events/use-news';
import type { FrameChoice } from '@/lib/state/client-settings';

function Joined({ frame, children }: { frame: FrameChoice; children: ReactNode }) {
  const { person, who, signOut, seeAs } = useSession();
  useNewsStream(person.id, !seeAs);
  useInvalidation();
  return (
    <Shell
      person={person}
      who={who}
      onSignOut={signOut}
      frame={frame}
      bar={seeAs && <SeeAsBar view={seeAs} />}
      // Letters of somebody who is seen as are theirs alone.
      notices={!seeAs && <NoticeBell />}
      subscription={person.signedUp && <DaysBadge days={person.planDays} />}
    >
      {children}
    </Shell>
  );
}

/** Session outside, shell inside, the screen within. */
export function Frame(props: { initial: InitialSession; frame: FrameChoice; children: ReactNode }) {
  return (
    <SessionFrame initial={props.initial}>
      <Joined frame={props.frame}>{props.children}</Joined>
    </SessionFrame>
  );
}
