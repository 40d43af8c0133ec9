// Which relation is open beside the list, named in the address.
'use client';
import { useSearchParams } from 'next/navigation';
import { setInSearch } from '@/lib/routes/search';

const KEY = 'relation';
export const NEW = 'new';

const name = (key: string | null) => setInSearch(KEY, key);

export const useOpenRelation = () => ({ open: useSearchParams().get(KEY), show: name, close: () => name(null) });
