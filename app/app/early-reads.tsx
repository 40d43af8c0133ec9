// Begins what a page reads first while its code is still on the way. Only in a page that the server sends: within the program the code is there.
'use client';
import { useServerInsertedHTML } from 'next/navigation';
import { useLocale } from 'next-intl';
import { useRef } from 'react';
import { earlyScript } from '@/lib/api/early/early-reads';

export interface EarlyReadsProps {
  addresses: readonly string[];
  nonce: string | undefined;
}

export function EarlyReads({ addresses, nonce }: EarlyReadsProps) {
  const lang = useLocale();
  const isSent = useRef(false);
  useServerInsertedHTML(() => {
    if (isSent.current) return null;
    isSent.current = true;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text
    return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: earlyScript(addresses, lang) }} />;
  });
  return null;
}
