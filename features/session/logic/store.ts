// The session of this tab. Made anew for every frame, so that a server never shares it between people.

import { createStore } from 'zustand';
import { wire } from '@/lib/api/client';
import type { Who } from '@/lib/routes/rules';

/**
 * in: working. lost: the server refused a renewal, work stays on screen. taken: somebody else has signed in in another tab, this
 * one's unsaved work stays on screen. over: the tab is about to leave.
 */
export type Phase = 'in' | 'lost' | 'taken' | 'over';

export interface SessionState {
  user: { id: number; username: string };
  who: Who;
  csrf: string;
  phase: Phase;
  /** Whose session this browser has now, where it is `taken`. */
  other: string;
  /** A new token: from a renewal, or from signing in again. */
  renewed: (csrf: string | null, who?: Who) => void;
  lose: () => void;
  take: (other: string) => void;
  end: () => void;
}

/** A store whose token is also the wire's. */
export const sessionStore = (initial: Pick<SessionState, 'user' | 'who' | 'csrf'>) =>
  createStore<SessionState>((set, get) => ({
    ...initial,
    phase: 'in',
    other: '',
    renewed: (csrf, who) => {
      if (csrf) wire.csrf = csrf;
      set({ phase: 'in', ...(csrf ? { csrf } : {}), ...(who ? { who } : {}) });
    },
    lose: () => {
      if (get().phase !== 'over') set({ phase: 'lost', other: '' });
    },
    take: (other) => {
      if (get().phase !== 'over') set({ phase: 'taken', other });
    },
    end: () => set({ phase: 'over' }),
  }));
