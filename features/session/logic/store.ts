// The session of this tab. Made anew for every frame, so that a server never shares it between people.

import { createStore } from 'zustand';
import { wire } from '@/lib/api/client';
import type { Who } from '@/lib/routes/rules';

/** in: working. lost: the server refused a renewal, work stays on screen. over: the tab is about to leave. */
export type Phase = 'in' | 'lost' | 'over';

export interface SessionState {
  user: { id: number; username: string };
  who: Who;
  csrf: string;
  phase: Phase;
  /** A new token: from a renewal, or from signing in again. */
  renewed: (csrf: string | null, who?: Who) => void;
  lose: () => void;
  end: () => void;
}

/** A store whose token is also the wire's. */
export const sessionStore = (initial: Pick<SessionState, 'user' | 'who' | 'csrf'>) =>
  createStore<SessionState>((set, get) => ({
    ...initial,
    phase: 'in',
    renewed: (csrf, who) => {
      if (csrf) wire.csrf = csrf;
      set({ phase: 'in', ...(csrf ? { csrf } : {}), ...(who ? { who } : {}) });
    },
    lose: () => {
      if (get().phase === 'in') set({ phase: 'lost' });
    },
    end: () => set({ phase: 'over' }),
  }));
