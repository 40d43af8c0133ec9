// Relations between layers, and the records that belong to a record.
import { z } from 'zod';
import { del, get, patch, post } from '../../define';
import { Done, ids, int, page } from '../../schemas/common';
import {
  MAX_COUNTED_RECORDS,
  RelatedCount,
  RelatedPage,
  RelatedQuery,
  Relation,
  RelationCheck,
  RelationChecked,
  RelationInput,
  RelationPatch,
  RelationQuery,
} from '../../schemas/layers/relation';

const ends = {
  parent_layer: 'relationParent',
  parent_field: 'code',
  child_layer: 'relationChild',
  child_field: 'parent_code',
};

export const relations = {
  /** Also those that reference fields of forms make. */
  list: get('relation/', {
    query: RelationQuery,
    ok: page(Relation),
    needs: 'session',
    reads: ['relation', 'layer'],
    beyond: true,
    example: { query: { layer: 'relationParent' } },
  }),
  create: post('relation/', {
    body: RelationInput,
    ok: Relation,
    needs: 'superuser',
    touches: ['relation', 'record'],
    seconds: 60,
    beyond: true,
  }),
  /** Send the ETag in If-Match; 412 carries the current relation in `current`. */
  edit: patch('relation/:id/', {
    body: RelationPatch,
    ok: Relation,
    needs: 'superuser',
    touches: ['relation', 'record'],
    seconds: 60,
    beyond: true,
    example: { params: { id: 'relation' }, body: { name: 'Example' } },
  }),
  one: get('relation/:id/', {
    ok: Relation,
    needs: 'superuser',
    reads: ['relation'],
    beyond: true,
    example: { params: { id: 'relation' } },
  }),
  /** Records keep their keys. */
  remove: del('relation/:id/', {
    ok: Done,
    needs: 'superuser',
    touches: ['relation', 'record'],
    beyond: true,
    example: { params: { id: 'spareRelation' } },
  }),
  /** How the keys of two layers meet, of a relation that is or may become one. */
  check: post('relation/check/', {
    body: RelationCheck,
    ok: RelationChecked,
    heavy: true,
    needs: 'superuser',
    reads: ['relation', 'record'],
    seconds: 60,
    background: true,
    beyond: true,
    example: { body: { ...ends, list: 'orphans' } },
  }),
  related: get('layerdata/:id/related/', {
    query: RelatedQuery,
    ok: RelatedPage,
    needs: 'session',
    reads: ['relation', 'record'],
    beyond: true,
    example: { params: { id: 'relationRecord' }, query: { relation: 'relation', side: 'children' } },
  }),
  /** How many records belong to each of these records of a layer, by relation. */
  counts: get('layerdata/related_counts/', {
    query: z.strictObject({ layer: int(1), ids: ids(MAX_COUNTED_RECORDS) }),
    ok: z.array(RelatedCount),
    needs: 'session',
    reads: ['relation', 'record'],
    background: true,
    beyond: true,
    example: { query: { layer: 'relationParent', ids: 'relationRecord' } },
  }),
};
