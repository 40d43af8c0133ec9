// Supervision: the inbox of layers with waiting records, their queue, and the verdicts on them.
import { z } from 'zod';
import { SUPERVISORS } from '../catalogue';
import { get, post, put } from '../define';
import { page } from '../schemas/common';
import { LayerRecord } from '../schemas/record';
import { Audit, AuditLot, AuditLotCard, AuditOrder, LotQuery } from '../schemas/records/audit';
import {
  InboxCounts,
  JudgedBulk,
  JudgedRecord,
  Lease,
  NewComment,
  PastVerdicts,
  Queue,
  QueuePeopleQuery,
  QueuePerson,
  QueueQuery,
  RecordComment,
  Reopen,
  Review,
  SupervisionLayer,
  SupervisionQuery,
  Verdict,
  VerdictBulk,
} from '../schemas/supervision';

const needs = { module: SUPERVISORS };

export const supervision = {
  /** Besides the module, the layer's right to approve. Nobody judges work that they made or changed. */
  judge: put('supervision/:id/', {
    body: Verdict,
    ok: JudgedRecord,
    needs,
    touches: ['record'],
    example: { params: { id: 'waitingRecord' }, body: { action: 'approve' } },
  }),
  judgeBulk: put('supervision/bulk/', {
    body: VerdictBulk,
    ok: JudgedBulk,
    needs,
    touches: ['record'],
    beyond: true,
    example: { body: { ids: ['waitingOther'], action: 'return', reason: 'incomplete' } },
  }),
  layers: get('supervisionlayer/', {
    query: SupervisionQuery,
    ok: page(SupervisionLayer),
    needs,
    reads: ['record', 'layer'],
    example: { query: { limit: '5' } },
  }),
  /** Work of all layers that the caller judges, by default the oldest first. */
  queue: get('supervision/queue/', {
    query: QueueQuery,
    ok: Queue,
    needs,
    reads: ['record', 'layer'],
    beyond: true,
    example: { query: { limit: '5' } },
  }),
  /** Whose work it is, who waits longest first: at most 500 people. */
  people: get('supervision/people/', {
    query: QueuePeopleQuery,
    ok: z.array(QueuePerson),
    needs,
    reads: ['record', 'layer'],
    beyond: true,
    example: {},
  }),
  /** The last verdicts that were given where the caller judges. */
  verdicts: get('supervision/verdicts/', {
    ok: PastVerdicts,
    needs,
    reads: ['record'],
    beyond: true,
    example: {},
  }),
  /** A record with all that its reviewer should know. */
  review: get('supervision/:id/', {
    ok: Review,
    needs,
    reads: ['record', 'comment'],
    beyond: true,
    example: { params: { id: 'record' } },
  }),
  /** Says that the caller looks at a record; it lasts two minutes, or until a verdict. */
  look: post('supervision/:id/look/', {
    ok: Lease,
    needs,
    background: true,
    beyond: true,
    example: { params: { id: 'record' } },
  }),
  /** What was sent back, rejected or approved waits again; nobody who worked on it may do so. */
  reopen: post('supervision/:id/reopen/', {
    body: Reopen,
    ok: LayerRecord,
    needs,
    touches: ['record'],
    beyond: true,
    example: { params: { id: 'reopenRecord' }, body: { reason: 'by mistake' } },
  }),
  /** Takes back the caller's own approval of the last ten minutes. */
  undo: post('supervision/:id/undo/', {
    ok: LayerRecord,
    needs,
    touches: ['record'],
    beyond: true,
    example: { params: { id: 'undoRecord' } },
  }),
  /** How many first approvals of a layer take a second one, and how often reviewers agree. */
  audit: get('supervision/:layer/audit/', {
    ok: Audit,
    needs,
    reads: ['layer', 'record'],
    beyond: true,
    example: { params: { layer: 'secondLayer' } },
  }),
  /** Needs the right to manage the layer; draws from a new seed from then on. */
  setAudit: put('supervision/:layer/audit/', {
    body: AuditOrder,
    ok: Audit,
    needs,
    touches: ['layer'],
    beyond: true,
    example: { params: { layer: 'secondLayer' }, body: { share: 10 } },
  }),
  /** What was drawn for second approvals, seed by seed, in the layers that the caller judges. */
  lots: get('supervision/lots/', {
    query: LotQuery,
    ok: page(AuditLot),
    needs,
    reads: ['layer', 'record'],
    beyond: true,
    example: { query: { limit: '5' } },
  }),
  lot: get('supervision/lots/:id/', {
    ok: AuditLotCard,
    needs,
    reads: ['layer', 'record'],
    beyond: true,
    example: { params: { id: 'auditLot' } },
  }),
  /** Read and written by those who approve in the layer, and by whose work the record is. The newest stands first; at most 500. */
  comments: get('layerdata/:id/comments/', {
    ok: z.array(RecordComment),
    needs: 'session',
    reads: ['comment'],
    beyond: true,
    example: { params: { id: 'record' } },
  }),
  comment: post('layerdata/:id/comments/', {
    body: NewComment,
    ok: RecordComment,
    needs: 'session',
    touches: ['comment'],
    beyond: true,
    example: { params: { id: 'record' }, body: { text: 'Is the name right?' } },
  }),
  /** What waits for the caller, for a badge. */
  inbox: get('inbox/', {
    ok: InboxCounts,
    needs: 'session',
    reads: ['record', 'layer', 'project', 'message', 'notice', 'job'],
    background: true,
    beyond: true,
    example: {},
  }),
};
