// The lots of first approvals, drawn for all records of one verdict together.
import type { z } from 'zod';
import type { Verdict } from '../../../contract/schemas/supervision';
import type { Db } from '../../db/engine';
import type { LayerRow } from '../layers/store';
import type * as records from '../records/store';
import { type AuditRow, type Because, drawOf, findReturned, getAudit } from './audit';

/** Why a first approval takes a second one, by lot; undefined where the layer draws no lots and each takes one. */
export type DrawFirst = (row: records.RecordRow) => Because | null | undefined;

/** The lots of records under an approval, and the audit that they are drawn for. */
export async function prepareDraws(db: Db, layer: LayerRow, ids: readonly number[], v: z.infer<typeof Verdict>) {
  const isDrawn = v.action === 'approve' && layer.config.second_approval === true;
  const audit: AuditRow | undefined = isDrawn ? await getAudit(db, layer.id) : undefined;
  const returned = audit ? await findReturned(db, ids) : new Map();
  const drawFirst: DrawFirst = (row) => (audit ? drawOf(audit, row, returned.has(row.id)) : undefined);
  return { audit, drawFirst };
}
