// What a record's own room lends to its review: its history, and its files to look at.
'use client';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';

const History = lazyPart(() => import('../parts/history/record-history'));
const Files = lazyPart(() => import('../parts/files/files-tab'));

const leave = () => {};

/** Nothing is reverted in a review: what was done stays the work of who did it. */
export const ReviewHistory = ({ layer, record }: { layer: Layer; record: LayerRecord }) => (
  <History layer={layer} record={record} onReverted={leave} />
);
export const ReviewFiles = ({ record }: { record: number }) => <Files record={record} mayEdit={false} />;
