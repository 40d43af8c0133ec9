// Connections to spatial databases, and layers that come from them.
import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, page } from '../schemas/common';
import {
  Connection,
  ConnectionPatch,
  ConnectionQuery,
  ForeignTable,
  FromDatabase,
  NewConnection,
  TablesOf,
} from '../schemas/database';
import { Job } from '../schemas/upload';

const needs = 'superuser' as const;
const connection = { host: 'db.example.test', port: 5432, database: 'gis', username: 'reader', password: 'an-example' };

export const databases = {
  list: get('arcsde/', {
    query: ConnectionQuery,
    ok: page(Connection),
    needs,
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
    example: { params: { id: 'database' }, body: { label: 'Example' } },
  }),
  remove: del('arcsde/:id/', {
    ok: Done,
    needs,
    touches: ['database'],
    example: { params: { id: 'spareDatabase' } },
  }),
  /** The tables of a saved connection, or of one that is tested before it is saved. */
  tables: post('databaselayer/', { body: TablesOf, ok: z.array(ForeignTable), needs, seconds: 60 }),
  /** Makes a layer of a table, as a job of kind sync. */
  start: post('layershape/from_arcsde/', { body: FromDatabase, ok: Job, needs, touches: ['job'], seconds: 60 }),
  /** Reads the table of such a layer again, as a job of kind sync. Needs the rights to add, edit and delete in the layer. */
  sync: post('layershape/:id/sync_arcsde/', { ok: Job, needs, touches: ['job'] }),
};
