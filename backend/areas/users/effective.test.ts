// What a person's effective rights say is what the calls really allow: tried with random roles, by the calls themselves.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MODULES, PERMS } from '../../../contract/catalogue';
import type { Needs } from '../../../contract/define';
import { pathOf, rows } from '../../../contract/index';
import type { Page } from '../../../contract/schemas/common';
import type { Rights } from '../../../contract/schemas/layer';
import type { Effective, EffectiveLayer } from '../../../contract/schemas/people/effective';
import { createWorld, ENGINE, FORM, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { openSession } from '../session/tokens';

const PEOPLE = 50;
const LAYERS = 3;
let w: TestWorld;
let layers: number[];
let owner: number;

beforeAll(async () => {
  w = await createWorld(ENGINE);
  const { customer } = w.ids;
  owner = (await w.call('super', 'GET', '/api/user/')).body.id;
  layers = [];
  for (let i = 0; i < LAYERS; i++)
    layers.push(
      await make.createLayer(w.engine, { customer, owner, label: `لایه ${i}`, type: 1, form: FORM, records: [] }),
    );
});
afterAll(() => w.close());

const anyRights = fc
  .record({
    view: fc.boolean(),
    add: fc.boolean(),
    edit: fc.boolean(),
    delete: fc.boolean(),
    export: fc.boolean(),
    manage: fc.boolean(),
  })
  // The server itself never stores another right without the right to see.
  .map((rights): Partial<Rights> => ({ ...rights, view: Object.values(rights).some(Boolean) }));
const anyRole = fc.record({
  modules: fc.subarray([...MODULES]),
  perms: fc.subarray([...PERMS]),
  layers: fc.array(anyRights, { minLength: LAYERS, maxLength: LAYERS }),
});
const anyPerson = fc.record({ roles: fc.array(anyRole, { maxLength: 3 }), owns: fc.boolean() });

/** Calls that ask for one module or permission alone, one for each. */
const SINGLE = new Map<string, { needs: Needs; method: string; path: string }>();
for (const { row } of rows)
  if (typeof row.needs === 'object' && !('any' in row.needs) && row.as !== 'form')
    SINGLE.set(JSON.stringify(row.needs), { needs: row.needs, method: row.method, path: `/api/${pathOf(row, { id: 999_999, layer: 999_999, file: 'f', token: 'f', name: 'f' })}` }); // biome-ignore format: one line

const point = { type: 'Point', coordinates: [51.4, 35.7] };
const value = { name: 'x' };

it('are what the calls allow, for people with random roles', async () => {
  const samples = fc.sample(anyPerson, { numRuns: PEOPLE, seed: 20_261_126 });
  const wrong: string[] = [];
  for (const [n, sample] of samples.entries()) {
    const { customer } = w.ids;
    const roles: number[] = [];
    for (const [i, role] of sample.roles.entries()) {
      const id = await make.createRole(w.engine, customer, `r${n}.${i}`, role.modules, role.perms);
      for (const [at, rights] of role.layers.entries())
        await make.createPermission(w.engine, id, layers[at] as number, rights);
      roles.push(id);
    }
    const id = await make.createPerson(w.engine, customer, { username: `p${n}`, password: PASSWORD, roles });
    const own = await make.createLayer(w.engine, { customer, owner: sample.owns ? id : owner, label: `own ${n}`, type: 1, form: FORM, records: [] }); // biome-ignore format: one line
    const { access } = await openSession(w.engine.db, id, new Date(), 3600);
    const call = async (method: string, path: string, body?: unknown) =>
      w.call('nobody', method, `/api/${path}`, body, { authorization: `Bearer ${access}` });
    const effective: Effective = (await w.call('super', 'GET', `/api/users/${id}/effective/`)).body;
    const list: EffectiveLayer[] = (await w.call('super', 'GET', `/api/users/${id}/effective/layers/?limit=1000`)).body
      .results;

    for (const [key, { needs, method, path }] of SINGLE) {
      const says =
        'module' in (needs as object)
          ? effective.modules.some((one) => one.id === (needs as { module: number }).module)
          : effective.custom_perms.some((one) => one.codename === (needs as { perm: string }).perm);
      const { status, body } = await call(method, path.slice('/api/'.length), {});
      if (says === (status === 403 && body.code === 403)) wrong.push(`p${n} ${key} ${method} ${path} ${status}`);
    }

    for (const layer of [...layers, own]) {
      const line = list.find((one) => one.id === layer);
      const has = (right: keyof Rights) => line !== undefined && (line.owner || line.rights[right].length > 0);
      const body = { layer, value, geometry: point };
      const record = (await w.call('super', 'POST', '/api/layerdata/', body)).body.id;
      const tried: Record<string, boolean> = {
        view: (await call('GET', `layerdata/?layer=${layer}`)).status === 200,
        add: (await call('POST', 'layerdata/', body)).status === 200,
        edit: (await call('PUT', `layerdata/${record}/`, { value: { name: 'y' } })).status === 200,
        export: (await call('POST', `export_token/${layer}/`, { format: 'geojson' })).status === 200,
        delete: (await call('DELETE', `layerdata/${record}/`)).status === 200,
      };
      for (const [right, done] of Object.entries(tried))
        if (done !== has(right as keyof Rights)) wrong.push(`p${n} layer ${layer} ${right} ${done}`);
      // The layer itself is changed by those who manage it and have the module of it.
      const managed = (await call('PATCH', `layer/${layer}/`, { label: `l${layer}` })).status === 200;
      if (managed !== (has('manage') && effective.modules.some((one) => one.id === 2))) wrong.push(`p${n} layer ${layer} manage ${managed}`); // biome-ignore format: one line
    }
  }
  expect(wrong).toEqual([]);
  expect(SINGLE.size).toBeGreaterThan(10);
});

it('name the roles that give each of them, in pages, and hide layers from those who may not know of them', async () => {
  const { customer } = w.ids;
  const one = await make.createRole(w.engine, customer, 'one', [4], []);
  const two = await make.createRole(w.engine, customer, 'two', [4, 5], ['second_approval']);
  await make.createPermission(w.engine, one, w.ids.layer, { view: true, edit: true });
  await make.createPermission(w.engine, two, w.ids.layer, { view: true });
  await make.createPermission(w.engine, two, w.ids.secret, { view: true });
  const id = await make.createPerson(w.engine, customer, { username: 'both', password: PASSWORD, roles: [one, two], regions: [w.ids.region] }); // biome-ignore format: one line
  const read = async (as: string) => (await w.call(as, 'GET', `/api/users/${id}/effective/`)).body as Effective;
  const list = async (as: string, query = '') =>
    (await w.call(as, 'GET', `/api/users/${id}/effective/layers/${query}`)).body as Page<EffectiveLayer>;
  const all = await read('super');
  expect(all.modules).toEqual([
    { id: 4, roles: [one, two] },
    { id: 5, roles: [two] },
  ]);
  expect(all.custom_perms).toEqual([{ codename: 'second_approval', roles: [two] }]);
  expect(all.regions).toEqual([{ id: w.ids.region, label: 'تهران' }]);
  const cities = (await list('super')).results.find((layer) => layer.id === w.ids.layer);
  expect([cities?.owner, cities?.rights.view, cities?.rights.edit, cities?.rights.delete]).toEqual([
    false,
    [one, two],
    [one],
    [],
  ]);
  expect([all.layers, all.hidden, (await list('super')).count]).toEqual([2, 0, 2]);
  expect((await list('super', '?search=شهر')).count).toBe(1);
  expect((await list('super', '?limit=1&offset=1')).results.length).toBe(1);

  // Somebody who manages people and builds no roles knows the layers that they see themselves.
  await make.createPerson(w.engine, customer, { username: 'clerk', password: PASSWORD, roles: [await make.createRole(w.engine, customer, 'clerks', [5])] }); // biome-ignore format: one line
  const limited = await read('clerk');
  expect([limited.layers, limited.hidden, (await list('clerk')).count]).toEqual([2, 2, 0]);
  expect((await w.call('stranger', 'GET', `/api/users/${id}/effective/`)).status).toBe(403);
});
