// Records: lists, one by one, on the map, and their history.

import { z } from 'zod';
import { del, get, post, put } from '../define';
import { Done, int, page } from '../schemas/common';
import {
  DataValues,
  Found,
  FoundHere,
  Identify,
  LayerRecord,
  NewRecord,
  RecordEdit,
  RecordLog,
  RecordQuery,
  SearchBody,
  SearchQuery,
} from '../schemas/record';

const point = { type: 'Point', coordinates: [51.4, 35.7] };

export const records = {
  list: get('layerdata/', {
    query: RecordQuery,
    ok: page(LayerRecord),
    needs: 'session',
    reads: ['record'],
    example: { query: { layer: 'layer', limit: '2' } },
  }),
  one: get('layerdata/:id/', {
    ok: LayerRecord,
    needs: 'session',
    reads: ['record'],
    example: { params: { id: 'record' } },
  }),
  create: post('layerdata/', {
    body: NewRecord,
    ok: LayerRecord,
    needs: 'session',
    touches: ['record', 'layer'],
    example: { body: { layer: 'layer', value: { name: 'Example' }, geometry: point } },
  }),
  /** Send the ETag of the record in If-Match; 412 answers with the current record in `current`. */
  edit: put('layerdata/:id/', {
    body: RecordEdit,
    ok: LayerRecord,
    needs: 'session',
    touches: ['record'],
    example: { params: { id: 'record' }, body: { geometry: point } },
  }),
  remove: del('layerdata/:id/', {
    ok: Done,
    needs: 'session',
    touches: ['record', 'layer'],
    example: { params: { id: 'spareRecord' } },
  }),
  restore: post('layerdata/restore/', {
    body: z.strictObject({ ids: z.array(int(1)).min(1).max(500) }),
    ok: Done,
    needs: 'session',
    touches: ['record', 'layer'],
    example: { body: { ids: ['deletedRecord'] } },
  }),
  log: get('layerdatalog/', {
    query: z.strictObject({ layer_data: int(1) }),
    ok: z.array(RecordLog),
    needs: 'session',
    reads: ['record'],
    example: { query: { layer_data: 'record' } },
  }),
  statuses: get('layerdatastatus/', {
    ok: z.array(z.object({ id: z.number(), name: z.string() })),
    needs: 'session',
    example: {},
  }),
  identify: post('identify/', {
    body: Identify,
    ok: z.array(Found),
    needs: 'session',
    reads: ['record'],
    example: { body: { geometry: point, layers: [] } },
  }),
  values: post('datavalues/', {
    body: DataValues,
    ok: z.array(Found.omit({ geometry: true })),
    needs: 'session',
    reads: ['record'],
    background: true,
    example: { body: { ids: ['record'] } },
  }),
  search: post('search/', {
    query: SearchQuery,
    body: SearchBody,
    ok: z.array(FoundHere),
    needs: 'session',
    reads: ['record'],
    example: { query: { search: 'a' }, body: { layers: [] } },
  }),
};
