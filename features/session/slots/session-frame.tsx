// Around every screen behind sign-in: who is here, the session's life in this tab, and the dialog when it is lost.
'use client';
import { useLocale } from 'next-intl';
import { createContext, type ReactNode, use, useState } from 'react';
import { wire } from '@/lib/api/client';
import { href, type Who } from '@/lib/routes/rules';
import { LostSession } from '../parts/life/lost-session';
import type { SeeAsView } from '../parts/life/see-as-bar';
import type { Person } from '../parts/life/use-person';
import { useSessionLife } from '../parts/life/use-session-life';

export interface InitialSession {
  user: { id: number; username: string };
  who: Who;
  csrf: string;
  /** Where the person sees as somebody else. */
  seeAs?: SeeAsView;
}

export interface Session {
  person: Person;
  who: Who;
  /** Asks, then ends this session, here and on the server. */
  signOut: () => Promise<void>;
  /** Asks, then ends the sessions of all devices, this one too. */
  signOutEverywhere: () => Promise<void>;
  /** The view as somebody else that every screen stands in; none as oneself. */
  seeAs?: SeeAsView | undefined;
}

const SessionContext = createContext<Session | null>(null);

/** Who is signed in. Only below a SessionFrame. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside of SessionFrame');
  return session;
}

/** Gives the wire its token before the first call of any screen, and watches over the session. */
export function SessionFrame({ initial, children }: { initial: InitialSession; children: ReactNode }) {
  const lang = useLocale();
  useState(() => {
    if (typeof window === 'undefined') return;
    wire.csrf = initial.csrf;
    wire.lang = lang;
    wire.onMustChange = () => location.assign(href('changePassword'));
  });
  const life = useSessionLife(initial, lang);
  return (
    <SessionContext value={{ ...life.session, seeAs: initial.seeAs }}>
      {children}
      {life.lost && (
        <LostSession
          username={life.session.person.username}
          other={life.other}
          onBack={life.regained}
          onAlreadyIn={() => void life.alreadyIn().catch(() => {})}
          onLeave={life.leave}
        />
      )}
    </SessionContext>
  );
}
