// An address for bytes that are here already, as long as they are shown.
'use client';
import { useEffect, useState } from 'react';

/** Null where there are no bytes. The address is given back when the bytes change or the part goes. */
export function useObjectUrl(bytes: unknown): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!(bytes instanceof Blob) || bytes.size === 0) return setUrl(null);
    const address = URL.createObjectURL(bytes);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return url;
}
