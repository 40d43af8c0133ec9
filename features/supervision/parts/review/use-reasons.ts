// The reasons that somebody gives often, kept with their own things under the type `reason`.
'use client';
import { useCallback } from 'react';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';

/** As many as there are digits on a keyboard. */
export const MAX_REASONS = 9;

const textOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string' ? data.text : '';

export interface KeptReason {
  id: number;
  text: string;
}

export function useReasons() {
  const read = useRead(api.settings.items, { query: { type: 'reason' } });
  const keep = useWrite(api.settings.addItem);
  const remove = useWrite(api.settings.removeItem);
  const reasons: KeptReason[] = (read.data ?? [])
    .map(({ id, data, label }) => ({ id, text: textOf(data) || label }))
    .slice(0, MAX_REASONS);
  return {
    reasons,
    keep: useCallback(
      (text: string) => keep.mutateAsync({ body: { type: 'reason', label: text.slice(0, 80), data: { text } } }),
      [keep],
    ),
    drop: useCallback((id: number) => remove.mutateAsync({ params: { id } }), [remove]),
  };
}
