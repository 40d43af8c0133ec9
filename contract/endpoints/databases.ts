// Connections to spatial databases, and layers that come from them.
import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, page } from '../schemas/common';
import {
  Connection,
  ConnectionPatch,
  ConnectionQuery,
  ConnectionTrial,
  ConnectionUsage,
  ForeignTable,
  FromDatabase,
  ListedConnection,
  NewConnection,
  PreviewOf,
  TablePreview,
  TablesOf,
  TrialOf,
} from '../schemas/database';
import { LayerSync, SyncChange } from '../schemas/sources/layer-sync';
import { Job } from '../schemas/upload';

const needs = 'superuser' as const;
/** Whoever builds layers: these calls say nothing of where a connection leads. */
const builder = { module: 1 };
const connection = { host: 'db.example.test', port: 5432, database: 'gis', username: 'reader', password: 'an-example' };

export const databases = {
  list: get('arcsde/', {
    query: ConnectionQuery,
    ok: page(ListedConnection),
    needs: builder,
    reads: ['database'],
    example: {},
  }),
  one: get('arcsde/:id/', {
    ok: Connection,
    needs,
    reads: ['database'],
    beyond: true,
    example: { params: { id: 'database' } },
  }),
  create: post('arcsde/', {
    body: NewConnection,
    ok: Connection,
    needs,
    touches: ['database'],
    example: { body: { label: 'Example', ...connection } },
  }),
  edit: patch('arcsde/:id/', {
    body: ConnectionPatch,
    ok: Connection,
    needs,
    touches: ['database'],
    example: { params: { id: 'database' }, body: { label: 'Another example' } },
  }),
  remove: del('arcsde/:id/', {
    ok: Done,
    needs,
    touches: ['database'],
    example: { params: { id: 'spareDatabase' } },
  }),
  /** Layers that lose their syncing with it. */
  usage: get('arcsde/:id/usage/', {
    ok: ConnectionUsage,
    needs,
    reads: ['database', 'layer'],
    beyond: true,
    example: { params: { id: 'database' } },
  }),
  /** Tries a connection step by step, before it is saved or later. */
  test: post('arcsde/test/', {
    body: TrialOf,
    ok: ConnectionTrial,
    needs,
    touches: ['database'],
    beyond: true,
    seconds: 60,
  }),
  /** The tables of a saved connection; superusers also read those of one that is not saved. */
  tables: post('databaselayer/', { body: TablesOf, ok: z.array(ForeignTable), needs: builder, seconds: 60 }),
  /** The first rows of a table. */
  preview: post('databaselayer/preview/', {
    body: PreviewOf,
    ok: TablePreview,
    needs: builder,
    beyond: true,
    seconds: 60,
  }),
  /** Makes a layer of a table, as a job of kind sync. */
  start: post('layershape/from_arcsde/', {
    body: FromDatabase,
    ok: Job,
    needs: builder,
    touches: ['job'],
    seconds: 60,
  }),
  /** Reads the table of such a layer again, as a job of kind sync. Needs the rights to add, edit and delete in the layer. */
  sync: post('layershape/:id/sync_arcsde/', { ok: Job, needs: builder, touches: ['job', 'sync'] }),
  /** When such a layer is read again and what came of the last time. Needs the right to manage it. */
  syncState: get('layershape/:id/sync/', { ok: LayerSync, needs: builder, reads: ['sync'], beyond: true }),
  schedule: patch('layershape/:id/sync/', {
    body: SyncChange,
    ok: LayerSync,
    needs: builder,
    touches: ['sync', 'database'],
    beyond: true,
    seconds: 60,
  }),
};
