// Joins two rooms that do not know each other: the session's person stands in the shell's menu and leaves through it.
'use client';
import type { ReactNode } from 'react';
import { type InitialSession, SessionFrame, useSession } from '@/features/session/slots/session-frame';
import { Shell } from '@/features/shell/slots/shell';

function Joined({ children }: { children: ReactNode }) {
  const { person, who, signOut } = useSession();
  return (
    <Shell person={person} who={who} onSignOut={signOut}>
      {children}
    </Shell>
  );
}

/** Session outside, shell inside, the screen within. */
export function Frame({ initial, children }: { initial: InitialSession; children: ReactNode }) {
  return (
    <SessionFrame initial={initial}>
      <Joined>{children}</Joined>
    </SessionFrame>
  );
}
