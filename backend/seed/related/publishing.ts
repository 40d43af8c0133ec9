// Published layers of the demo, two keys of programs and a person's own, all without a secret that anybody has, and how they were used in the last month.
import { dayAt } from '../../../contract/dates';
import { USE_KINDS } from '../../../contract/schemas/publish/bits';
import { hashOfSecret } from '../../areas/publish/keys/secret';
import { insertKey } from '../../areas/publish/keys/store';
import { saveSettings } from '../../areas/publish/settings/store';
import type { Engine } from '../../db/engine';

const DAY_MS = 86_400_000;
const USE_DAYS = 30;
const READ_ONLY = { add: false, edit: false, delete: false };
const SETTINGS = {
  access: 'key' as const,
  licence: 'CC BY 4.0',
  attribution: 'پهنه',
  hidden_fields: [],
  only_approved: false,
  time_field: null,
  writes: READ_ONLY,
  services: { features: true, tiles: true, csv: true },
};

interface Order {
  customer: number;
  by: number;
  /** Who has a key of their own. */
  person: number;
  now: Date;
  layers: { places: number; facilities: number };
}

export async function createPublishing({ db }: Engine, { customer, by, person, now, layers }: Order): Promise<void> {
  const { places, facilities } = layers;
  const at = new Date(now.getTime() - USE_DAYS * DAY_MS);
  const publish = (layer: number, more: Partial<typeof SETTINGS> & { description: string }) =>
    saveSettings(db, { layer, customer, by, at, wideFields: [] }, { ...SETTINGS, ...more });
  await publish(places, { description: 'شهرها و روستاها با جمعیت' });
  await publish(facilities, { description: 'جاهای خدماتی', writes: { add: true, edit: true, delete: false } });
  const insert = (
    id: string,
    label: string,
    more: { inAddress: boolean; days: number; edits: boolean; person?: number },
  ) =>
    insertKey(db, {
      id,
      customer,
      label,
      // No secret has this hash: nobody opens the demo with it.
      hash: hashOfSecret(`demo ${id}`),
      inAddress: more.inAddress,
      addresses: [],
      regions: [],
      grants: [
        { layer: places, ...READ_ONLY },
        ...(more.edits ? [{ layer: facilities, add: true, edit: true, delete: false }] : []),
      ],
      person: more.person,
      madeBy: more.person ?? by,
      at,
      expires: new Date(now.getTime() + more.days * DAY_MS),
    });
  await insert('qgisdesk', 'دفتر نقشه (QGIS)', { inAddress: false, days: 300, edits: true });
  await insert('webpages', 'نقشه سایت', { inAddress: true, days: 10, edits: false });
  await insert('ownphone', 'QField گوشی من', { inAddress: false, days: 60, edits: true, person });
  const uses = Array.from({ length: USE_DAYS }, (_, i) => [
    {
      day: i,
      key: 'qgisdesk',
      layer: facilities,
      kind: USE_KINDS.features,
      requests: 20 + ((i * 7) % 30),
      records: 900,
    },
    {
      day: i,
      key: 'ownphone',
      layer: facilities,
      kind: USE_KINDS.features,
      requests: ((i * 5) % 12) + 1,
      records: (((i * 5) % 12) + 1) * 40,
    },
    { day: i, key: 'webpages', layer: places, kind: USE_KINDS.tiles, requests: 150 + ((i * 37) % 200), records: 0 },
  ]).flat();
  await db
    .insertInto('publish_use')
    .values(
      uses.map(({ day, key, layer, kind, requests, records }) => ({
        customer_id: customer,
        day: dayAt(now.getTime() - day * DAY_MS),
        key_id: key,
        layer_id: layer,
        kind,
        requests,
        records,
        bytes: requests * 40_000,
        refused: day % 9 === 0 ? 2 : 0,
      })),
    )
    .execute();
  await db
    .updateTable('publish_key')
    .set({ last_used: new Date(now.getTime() - 2 * 3_600_000), last_ip: '192.0.2.14' })
    .where('customer_id', '=', customer)
    .execute();
}
