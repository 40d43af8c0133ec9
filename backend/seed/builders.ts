// Makes customers, people, regions and layers the way the product stores them: for the demo data, tests and benchmarks.
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Geometry } from '../../contract/schemas/common';
import type { Field, Values } from '../../contract/schemas/form';
import type { LayerConfig, Rights } from '../../contract/schemas/layer';
import { COPY_COLUMNS, copyLine, hexEwkb } from '../areas/jobs/copy-lines';
import { firstConfig } from '../areas/layers/first-look';
import * as layers from '../areas/layers/store';
import { insertRegions } from '../areas/regions/store';
import { insertCustomer } from '../areas/session/store';
import * as people from '../areas/users/store';
import type { Engine } from '../db/engine';
import { place } from '../geo/geometry';
import { partition } from '../geo/tiles';
import { NONE } from '../identity/caller';

const CHUNK = 256 * 1024;

export const createCustomer = (engine: Engine, host: string, config: Record<string, unknown>): Promise<number> =>
  insertCustomer(engine.db, { host, config });

export async function createRole(
  engine: Engine,
  customer: number,
  name: string,
  modules: number[],
  perms: string[] = [],
): Promise<number> {
  const row = await engine.db
    .insertInto('role')
    .values({ customer_id: customer, name, modules, custom_perms: perms })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface NewPerson {
  username: string;
  password: string;
  first_name?: string;
  last_name?: string;
  superuser?: boolean;
  /** Came by signing up: the one who sees and buys plans. */
  signedUp?: boolean;
  roles?: number[];
  regions?: number[];
  created?: Date;
}

const hashes = new Map<string, Promise<string>>();
/** argon2id with the library's defaults (19 MiB, 2 passes). People who are made with one password share its hash. */
function hashOf(password: string): Promise<string> {
  const hashed = hashes.get(password) ?? hash(password);
  hashes.set(password, hashed);
  return hashed;
}

export async function createPerson(engine: Engine, customer: number, p: NewPerson): Promise<number> {
  const id = await people.insert(engine.db, {
    customer_id: customer,
    username: p.username,
    password_hash: await hashOf(p.password),
    first_name: p.first_name ?? '',
    last_name: p.last_name ?? '',
    email: '',
    phone: '',
    is_superuser: p.superuser ?? false,
    is_signed_up: p.signedUp ?? false,
    ...(p.created ? { created: p.created } : {}),
  });
  for (const role of p.roles ?? [])
    await engine.db.insertInto('account_role').values({ account_id: id, role_id: role }).execute();
  for (const region of p.regions ?? [])
    await engine.db.insertInto('account_region').values({ account_id: id, region_id: region }).execute();
  return id;
}

/** A region with its parts. */
export async function createRegion(
  engine: Engine,
  customer: number,
  label: string,
  geometry: Geometry,
): Promise<number> {
  const [region] = await engine.db.transaction().execute((tx) => insertRegions(tx, customer, [{ label, geometry }]));
  return (region as { id: number }).id;
}

/** A group of layers, the first on top; `parent`: the group that it stands in. */
export async function createGroup(
  engine: Engine,
  customer: number,
  label: string,
  ids: number[],
  parent: number | null = null,
): Promise<number> {
  const { id } = await engine.db
    .insertInto('layer_group')
    .values({ customer_id: customer, label, logo: null, parent_id: parent })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, layer] of ids.entries())
    await engine.db.insertInto('layer_group_layer').values({ group_id: id, layer_id: layer, position }).execute();
  return id;
}

export async function createPermission(
  engine: Engine,
  role: number,
  layer: number,
  rights: Partial<Rights>,
): Promise<void> {
  const all = { ...NONE, view: true, ...rights };
  await engine.db
    .insertInto('layer_permission')
    .values({ role_id: role, layer_id: layer, ...all })
    .execute();
}

export interface NewRecordData {
  geometry: Geometry | null;
  value: Values;
}
export interface NewLayerData {
  customer: number;
  owner: number;
  label: string;
  type: 0 | 1 | 2 | 3;
  form: Field[];
  config?: Partial<LayerConfig>;
  records: Iterable<NewRecordData>;
}

/** A layer with its records, loaded as an import loads them. Records whose geometry is no place on earth are left out. */
export async function createLayer(engine: Engine, l: NewLayerData): Promise<number> {
  const id = await layers.reserveId(engine.db);
  const table = partition(id);
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  let count = 0;
  async function* chunks() {
    let text: string[] = [];
    let size = 0;
    for (const { geometry, value } of l.records) {
      const placed = geometry && place(geometry);
      if (geometry && !placed) continue;
      if (placed) {
        extent[0] = Math.min(extent[0], placed.bbox[0]);
        extent[1] = Math.min(extent[1], placed.bbox[1]);
        extent[2] = Math.max(extent[2], placed.bbox[2]);
        extent[3] = Math.max(extent[3], placed.bbox[3]);
      }
      const hex = geometry && hexEwkb(geometry);
      const line = copyLine({ status: 3, hex, placed, value, account: l.owner, form: l.form });
      count++;
      text.push(line);
      size += line.length;
      if (size < CHUNK) continue;
      yield Buffer.from(text.join(''));
      text = [];
      size = 0;
    }
    if (text.length) yield Buffer.from(text.join(''));
  }
  await layers.makeStaging(engine.db, table, id);
  await engine.copy(table, COPY_COLUMNS, chunks());
  if (l.type > 1)
    await sql`update ${sql.table(table)} set geom = st_multi(st_collectionextract(st_makevalid(geom), st_dimension(geom) + 1)) where not st_isvalid(geom)`.execute(
      engine.db,
    );
  await layers.addKey(engine.db, table);
  for (const statement of layers.indexStatements(table, { text: true })) await statement.execute(engine.db);
  await engine.db.transaction().execute(async (tx) => {
    await layers.attach(tx, table, id);
    const config = { ...firstConfig(l.type, l.form, {}, id), ...l.config };
    await layers.insert(
      tx,
      {
        customer: l.customer,
        owner: l.owner,
        label: l.label,
        type: l.type,
        config,
        extent: Number.isFinite(extent[0]) ? extent : null,
        count,
      },
      id,
    );
  });
  await engine.analyse(table);
  return id;
}
