// A published layer with two keys of programs and two of a person, and one that was just taken back, as the contract's examples name them.
import { sql } from 'kysely';
import type { TestWorld } from '../world';

export async function seedPublishing(w: TestWorld) {
  const settings = {
    access: 'key',
    description: '',
    licence: '',
    attribution: '',
    hidden_fields: [],
    only_approved: false,
    time_field: null,
    writes: { add: false, edit: false, delete: false },
    services: { features: true, tiles: true, csv: true },
  };
  await w.call('super', 'PUT', `/api/publish/${w.ids.lines}/`, settings);
  const layers = [{ layer: w.ids.lines, add: false, edit: false, delete: false }];
  const key = { label: 'x', layers, regions: [], days: 90, addresses: [], in_address: false };
  const create = async (): Promise<string> => (await w.call('super', 'POST', '/api/publish_key/', key)).body.id;
  const { regions: _, ...own } = key;
  const createOwn = async (): Promise<string> => (await w.call('super', 'POST', '/api/own_key/', own)).body.id;
  await w.call('super', 'PUT', `/api/publish/${w.ids.secret}/`, settings);
  const { undo } = (await w.call('super', 'DELETE', `/api/publish/${w.ids.secret}/`)).body;
  // Examples come when their turn comes: this one is not too late for a day.
  await sql`update unpublished_layer set at = at + interval '1 day' where layer_id = ${w.ids.secret}::int`.execute(
    w.engine.db,
  );
  return {
    publishKey: await create(),
    sparePublishKey: await create(),
    ownKey: await createOwn(),
    spareOwnKey: await createOwn(),
    unpublished: w.ids.secret,
    unpublishedUndo: undo as string,
  };
}
