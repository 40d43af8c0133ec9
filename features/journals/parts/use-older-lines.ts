// Lines below the last one of a page, a page at a time, for as long as the list asks for the same.
'use client';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { SystemLogLine, SystemLogQuery } from '@/contract/schemas/log';
import { call } from '@/lib/api/client';

const PAGE = 100;

interface Older {
  /** What the lines answer. */
  key: string;
  lines: readonly SystemLogLine[];
  isEnd: boolean;
}

/** `first`: the lines of the first page; `query`: what it was asked. */
export function useOlderLines(first: readonly SystemLogLine[], query: SystemLogQuery, size: number) {
  const errorText = useErrorText();
  const key = JSON.stringify(query);
  const [older, setOlder] = useState<Older | null>(null);
  const [isBusy, setBusy] = useState(false);
  const own = older?.key === key ? older : null;
  const oldest = first.at(-1)?.id ?? 0;
  // The first page moves down when it is read again: a line stands once.
  const lines = [...first, ...(own?.lines.filter(({ id }) => id < oldest) ?? [])];
  const hasMore = own ? !own.isEnd : first.length === size;
  const more = async () => {
    const before = lines.at(-1)?.id;
    if (before === undefined || isBusy) return;
    setBusy(true);
    try {
      const { results } = await call(api.logs.system, { query: { ...query, offset: 0, limit: PAGE, before } });
      setOlder({ key, lines: [...lines.slice(first.length), ...results], isEnd: results.length < PAGE });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return { lines, hasMore, isBusy, more };
}
