// A person's own drawings.
import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, Geometry } from '../schemas/common';
import {
  Drawing,
  DrawingEdit,
  DrawingEdits,
  DrawingIds,
  DrawingImport,
  DrawingImportQuery,
  NewDrawings,
  ShapingOrder,
} from '../schemas/drawing';

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
  /** Multipart with one part `file`: every row with a shape becomes a drawing, all or none. */
  import: post('drawing/import/', {
    as: 'form',
    query: DrawingImportQuery,
    ok: DrawingImport,
    needs: 'session',
    touches: ['drawing'],
    seconds: 300,
    beyond: true,
  }),
  /** Shapes out of shapes; nothing is saved. Of `split` the parts of all, else one shape for each or for all. */
  shape: post('drawing/shape/', {
    body: ShapingOrder,
    ok: z.array(Geometry),
    needs: 'session',
    beyond: true,
    example: {
      body: {
        how: 'split',
        geometries: [{ type: 'LineString', coordinates: [[51, 35], [52, 35]] }], // biome-ignore format: a line
        by: { type: 'LineString', coordinates: [[51.5, 34], [51.5, 36]] }, // biome-ignore format: a line
      },
    },
  }),
  editMany: patch('drawing/edit_bulk/', {
    body: DrawingEdits,
    ok: z.array(Drawing),
    needs: 'session',
    touches: ['drawing'],
    beyond: true,
    example: { body: [{ id: 'drawing', label: 'Example' }] },
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
