// Which record is open beside the table, named in the address so that it can be sent to somebody.
'use client';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { api } from '@/contract';
import type { LayerRecord } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { setInSearch } from '@/lib/routes/search';

const KEY = 'record';
const NEW = 'new';

const name = (record: string | null) => setInSearch(KEY, record);

/** `record` is undefined while it is on its way and null for a new one. */
export function useOpenRecord() {
  const open = useSearchParams().get(KEY);
  const [opened, setOpened] = useState<LayerRecord | null>(null);
  const id = open && /^\d{1,15}$/.test(open) ? Number(open) : null;
  const read = useRead(api.records.one, { params: { id: id ?? 0 } }, { enabled: id !== null });
  const fresh = read.data && opened?.id === id && opened.version > read.data.version ? opened : read.data;
  return {
    open: open === NEW || id !== null ? open : null,
    record: open === NEW ? null : (fresh ?? (opened?.id === id ? (opened ?? undefined) : undefined)),
    failed: read.error && !read.data ? read.error : null,
    retry: () => void read.refetch(),
    openRecord: (record: LayerRecord) => {
      setOpened(record);
      name(String(record.id));
    },
    openId: (record: number) => name(String(record)),
    openNew: () => name(NEW),
    close: () => name(null),
  };
}
