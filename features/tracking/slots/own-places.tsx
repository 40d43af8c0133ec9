// One's own places for the profile: for how long they stay, one's track, and who has looked. Its code comes with the page that shows it.
'use client';
import { Suspense } from 'react';
import { FormSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';

const Card = lazyPart(() => import('../parts/own/own-card'));

export const OwnPlaces = () => (
  <Suspense fallback={<FormSkeleton fields={2} />}>
    <Card />
  </Suspense>
);
