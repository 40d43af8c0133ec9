// A person's own drawings.
import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done } from '../schemas/common';
import { Drawing, DrawingEdit, DrawingIds, NewDrawings } from '../schemas/drawing';

const geometry = { type: 'Point', coordinates: [51.4, 35.7] };

export const drawings = {
  list: get('drawing/', { ok: z.array(Drawing), needs: 'session', reads: ['drawing'], example: {} }),
  /** Answers what was saved, in the order of the body: one drawing for one, a list for a list. */
  create: post('drawing/', {
    body: NewDrawings,
    ok: z.union([Drawing, z.array(Drawing)]),
    needs: 'session',
    touches: ['drawing'],
    example: { body: { geometry, type: 'point', label: 'Example' } },
  }),
  edit: patch('drawing/:id/', {
    body: DrawingEdit,
    ok: Drawing,
    needs: 'session',
    touches: ['drawing'],
    example: { params: { id: 'drawing' }, body: { label: 'Example', style: { color: '#5c7cfa' } } },
  }),
  removeMany: del('drawing/delete_bulk/', {
    body: DrawingIds,
    ok: Done,
    needs: 'session',
    touches: ['drawing'],
    example: { body: { ids: ['drawing'] } },
  }),
  remove: del('drawing/:id/', {
    ok: Done,
    needs: 'session',
    touches: ['drawing'],
    example: { params: { id: 'spareDrawing' } },
  }),
  removeAll: del('drawing/delete_all/', { ok: Done, needs: 'session', touches: ['drawing'], example: {} }),
};
