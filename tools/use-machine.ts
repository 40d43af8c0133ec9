// Connects a tool's panel to its machine: the panel reads the state and sends actions.
'use client';
import { useCallback } from 'react';
import { useMap } from '@/map/canvas/provider';
import { useTool } from '@/map/state/tool';
import type { Machine } from './define';

/** The machine's state now, and how to act on it. `machine` gives the types and the state before the first use. */
export const useMachine = <S, A>(id: string, machine: Machine<S, A>): [S, (action: A) => void] => {
  const map = useMap();
  const state = useTool(({ states }) => (states.has(id) ? (states.get(id) as S) : machine.initial));
  const act = useCallback((action: A) => map.act(id, action), [map, id]);
  return [state, act];
};
