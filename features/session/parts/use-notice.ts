// The one message of a form: good news goes by itself, bad news stays until the next try.
'use client';
import { useCallback, useEffect, useState } from 'react';
import { INFO_HIDE_MS } from '@/lib/config/constants';

export interface Notice {
  text: string;
  good: boolean;
  /** Status 442: the account needs attention before it can be used. */
  flagged: boolean;
}

/** The message, and how to say and take back one. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (!notice?.good) return;
    const timer = setTimeout(() => setNotice(null), INFO_HIDE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return {
    notice,
    good: useCallback((text: string) => setNotice({ text, good: true, flagged: false }), []),
    bad: useCallback((text: string, flagged = false) => setNotice({ text, good: false, flagged }), []),
    clear: useCallback(() => setNotice(null), []),
  };
}
