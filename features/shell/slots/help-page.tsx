// The help dialog for screens that open pages of their own choice: a tool's, a panel's.
'use client';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';

const HelpDialog = lazyPart(() => import('../parts/help-dialog'));

/** Shows the page of the slug in the reader's language; null closes. */
export function HelpPage({ slug, onClose }: { slug: string | null; onClose: () => void }) {
  const [last, setLast] = useState(slug);
  useEffect(() => {
    if (slug) setLast(slug);
  }, [slug]);
  const current = slug ?? last;
  if (!current) return null;
  return (
    <Suspense>
      <HelpDialog slug={current} opened={slug !== null} onClose={onClose} />
    </Suspense>
  );
}
