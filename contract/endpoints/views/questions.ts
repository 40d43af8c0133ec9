// Saved questions of statistics. The product's published list has none of them.
import { z } from 'zod';
import { DASHBOARDS } from '../../catalogue';
import { del, get, patch, post } from '../../define';
import { NewQuestion, QuestionPatch, SavedQuestion } from '../../schemas/boards/question';
import { Done } from '../../schemas/common';

const needs = { any: [{ module: DASHBOARDS }, { perm: 'create_statistics' as const }] };
const example = { label: 'Example', address: 'layer=1' };

export const questions = {
  /** The caller's own, then those shared with them, each by name; at most MAX_LISTED_QUESTIONS. */
  list: get('question/', { ok: z.array(SavedQuestion), needs, reads: ['question', 'role'], beyond: true, example: {} }),
  one: get('question/:id/', {
    ok: SavedQuestion,
    needs,
    reads: ['question', 'role'],
    beyond: true,
    example: { params: { id: 'question' } },
  }),
  /** At most MAX_SAVED_QUESTIONS a person. Shared with own roles; a superuser shares with any. */
  create: post('question/', {
    body: NewQuestion,
    ok: SavedQuestion,
    needs,
    touches: ['question'],
    beyond: true,
    example: { body: example },
  }),
  /** Its owner's; superusers change what is shared, too. Send the ETag in If-Match; 412 carries `current`. */
  edit: patch('question/:id/', {
    body: QuestionPatch,
    ok: SavedQuestion,
    needs,
    touches: ['question'],
    beyond: true,
    example: { params: { id: 'question' }, body: { label: 'Example' } },
  }),
  remove: del('question/:id/', {
    ok: Done,
    needs,
    touches: ['question'],
    beyond: true,
    example: { params: { id: 'spareQuestion' } },
  }),
};
