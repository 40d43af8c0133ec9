// Boards that people make of widgets, and the questions of their widgets in one call. The product's published list has none of them.
import { z } from 'zod';
import { DASHBOARDS } from '../../catalogue';
import { del, get, patch, post } from '../../define';
import {
  Batch,
  BatchAnswers,
  Board,
  BoardDefault,
  BoardDigest,
  BoardHead,
  BoardPatch,
  NewBoard,
} from '../../schemas/boards/board';
import { Done } from '../../schemas/common';

const needs = { module: DASHBOARDS };

export const boards = {
  /** The caller's own, then those shared with them, each by name; at most MAX_LISTED_BOARDS. */
  list: get('dashboard/', { ok: z.array(BoardHead), needs, reads: ['board', 'role'], beyond: true, example: {} }),
  one: get('dashboard/:id/', {
    ok: Board,
    needs,
    reads: ['board', 'role'],
    beyond: true,
    example: { params: { id: 'board' } },
  }),
  /** At most MAX_BOARDS a person. Shared with own roles; a superuser shares with any. */
  create: post('dashboard/', {
    body: NewBoard,
    ok: Board,
    needs,
    touches: ['board'],
    beyond: true,
    example: { body: { label: 'Example' } },
  }),
  /** Its owner's; superusers change what is shared, too. Send the ETag in If-Match; 412 carries `current`. A locked one is only unlocked. */
  edit: patch('dashboard/:id/', {
    body: BoardPatch,
    ok: Board,
    needs,
    touches: ['board'],
    beyond: true,
    example: { params: { id: 'board' }, body: { label: 'Example' } },
  }),
  /** The same board once more, the caller's own and shared with nobody. */
  copy: post('dashboard/:id/copy/', {
    body: z.strictObject({ label: z.string().trim().min(1).max(120) }),
    ok: Board,
    needs,
    touches: ['board'],
    beyond: true,
    example: { params: { id: 'board' }, body: { label: 'Example' } },
  }),
  setDefault: post('dashboard/:id/default/', {
    body: BoardDefault,
    ok: Board,
    needs,
    touches: ['board'],
    beyond: true,
    example: { params: { id: 'board' }, body: { is_default: true } },
  }),
  /** Asks for the board's numbers as a notice, or ends that; they are counted under the caller's rights of that moment. */
  setDigest: post('dashboard/:id/digest/', {
    body: BoardDigest,
    ok: Board,
    needs,
    touches: ['board'],
    beyond: true,
    example: { params: { id: 'board' }, body: { every: 'day' } },
  }),
  remove: del('dashboard/:id/', {
    ok: Done,
    needs,
    touches: ['board'],
    beyond: true,
    example: { params: { id: 'spareBoard' } },
  }),
  /** Answers of many questions at once, each as `report/statistics/` gives it; one that is refused takes no other with it. */
  batch: post('report/batch/', {
    body: Batch,
    ok: BatchAnswers,
    heavy: true,
    seconds: 30,
    needs,
    reads: ['record'],
    background: true,
    beyond: true,
    example: { body: { questions: [{ layer: 'layer' }] } },
  }),
};
