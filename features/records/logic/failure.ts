// What an answer that is no success tells of a record that was sent.
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import { LayerRecord } from '@/contract/schemas/record';
import type { CallError } from '@/lib/api/errors';

export type RecordPatch = { value?: Values; geometry?: Geometry | null };

/** Whether the server may have done what it did not say. */
export const mayBeDone = ({ kind, status }: CallError): boolean => kind === 'network' || status >= 500;

/** A 412 brings the record as it now is. */
export function currentOf(error: CallError): LayerRecord | null {
  const body = error.body as { current?: unknown } | null;
  const read = LayerRecord.safeParse(body?.current);
  return error.kind === 'conflict' && read.success ? read.data : null;
}
