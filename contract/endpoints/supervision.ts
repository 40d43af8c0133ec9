// Supervision: the inbox of layers with waiting records, and the verdicts on them.
import { SUPERVISORS } from '../catalogue';
import { get, put } from '../define';
import { page } from '../schemas/common';
import { Counted } from '../schemas/record';
import { JudgedRecord, SupervisionLayer, SupervisionQuery, Verdict, VerdictBulk } from '../schemas/supervision';

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
    ok: Counted,
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
};
