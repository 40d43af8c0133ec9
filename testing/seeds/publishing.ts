// A published layer with two keys, as the contract's examples name them.
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
  return { publishKey: await create(), sparePublishKey: await create() };
}
