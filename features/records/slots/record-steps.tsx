// What the journals show of a record: what one call changed of it.
'use client';
import { lazyPart } from '@/components/layout/lazy-part';

export const RecordSteps = lazyPart(() => import('../parts/history/record-steps'));
