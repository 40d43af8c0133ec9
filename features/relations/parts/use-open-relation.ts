// Which relation is open beside the list, named in the address.
'use client';
import { useSearchParams } from 'next/navigation';

const KEY = 'relation';
export const NEW = 'new';

function name(key: string | null) {
  const search = new URLSearchParams(window.location.search);
  if (key === null) search.delete(KEY);
  else search.set(KEY, key);
  const text = search.toString();
  window.history.replaceState(null, '', `${window.location.pathname}${text && `?${text}`}`);
}

export const useOpenRelation = () => ({ open: useSearchParams().get(KEY), show: name, close: () => name(null) });
