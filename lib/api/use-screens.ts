// What the reader's roles say of the screens: tools that are hidden, the base map and the saved view to begin with.
'use client';
import { api } from '../../contract';
import type { SessionScreens } from '../../contract/schemas/roles/screens';
import { useRead } from './hooks';

const NOTHING: SessionScreens = { start: null, hidden_tools: [], base_map: null, env: null };

/** Null until it is known; an upstream that knows no such thing hides nothing. */
export function useScreens(): SessionScreens | null {
  const user = useRead(api.session.user, {}, { staleTime: Number.POSITIVE_INFINITY });
  return user.data ? (user.data.interface ?? NOTHING) : user.isError ? NOTHING : null;
}
