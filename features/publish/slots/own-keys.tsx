// One's own keys for the profile. Their code comes with the page that shows them.
'use client';
import { Suspense } from 'react';
import { FormSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';

const Card = lazyPart(() => import('../parts/own/own-keys-card'));

export const OwnKeys = () => (
  <Suspense fallback={<FormSkeleton fields={2} />}>
    <Card />
  </Suspense>
);
