// Two who change one thing at once: the second one is told, and what the first one wrote stays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Examples, seedExamples } from './examples';
import { createWorld, ENGINES, type TestWorld } from './world';

interface Case {
  /** The thing, by names of the examples. */
  path: string;
  method: 'PUT' | 'PATCH' | 'POST';
  /** Two changes, and the field in which they differ. */
  bodies: readonly [object, object];
  field: string;
  /** False where it is not removed as a whole. */
  isRemoved?: false;
}

const named = (field: string): Pick<Case, 'bodies' | 'field'> => ({
  field,
  bodies: [{ [field]: 'first' }, { [field]: 'second' }],
});
const right = (view: boolean) => ({
  permissions: [{ layer: 'spare', view, add: false, edit: false, delete: false, export: false, approve: false }],
});
const CASES: Case[] = [
  { path: 'users/spareAccount/', method: 'PUT', ...named('first_name') },
  { path: 'group/spareRole/', method: 'PUT', ...named('name') },
  { path: 'region/spareRegion/', method: 'PUT', ...named('label') },
  { path: 'layergroup/spareGroup/', method: 'PUT', ...named('label') },
  { path: 'arcsde/database/', method: 'PATCH', ...named('label') },
  { path: 'announcement/announcement/', method: 'PATCH', ...named('title') },
  { path: 'tutorial/tutorial/', method: 'PATCH', ...named('title') },
  { path: 'envs/env/', method: 'PATCH', ...named('label') },
  { path: 'user_items/item/', method: 'PATCH', ...named('label') },
  { path: 'project/project/', method: 'PATCH', ...named('name') },
  { path: 'layer/spareLayer/', method: 'PATCH', ...named('label') },
  {
    path: 'layerpermission/?group=role',
    method: 'POST',
    field: 'view',
    bodies: [right(true), right(false)],
    isRemoved: false,
  },
  {
    path: 'layerpermission/?layer=spare',
    method: 'POST',
    field: 'view',
    bodies: [right(false), right(true)],
    isRemoved: false,
  },
];

describe.each(ENGINES)('changes of one thing by two on the %s engine', (kind) => {
  let w: TestWorld;
  let examples: Examples;
  beforeAll(async () => {
    w = await createWorld(kind);
    examples = await seedExamples(w);
  });
  afterAll(() => w.close());

  const idOf = (name: string) => String(examples.values[name] ?? name);
  const urlOf = (path: string) => `/api/${path.replace(/(?<=[/=])[a-zA-Z]+(?=\/?$)/, idOf)}`;

  for (const { path, method, bodies, field, isRemoved = true } of CASES)
    it(`${path} refuses a change and a removal of what it no longer is`, async () => {
      const url = urlOf(path);
      const [one, other] = bodies.map((body) => {
        if (!('permissions' in body)) return body;
        const [{ layer: _, ...line }] = body.permissions as [{ layer: string }];
        const side = url.includes('group=') ? { layer: w.ids.spare } : { group: examples.values.role };
        return { permissions: [{ ...side, ...line }] };
      });
      const get = () => w.call('super', 'GET', url);
      const write = (body: unknown, etag?: unknown) =>
        w.call('super', method, url, body, etag === undefined ? {} : { 'if-match': String(etag) });
      const getField = (body: never) => {
        const lines = body as Record<string, unknown>[] | Record<string, unknown>;
        if (!Array.isArray(lines)) return lines[field];
        return lines.find((line) => line.layer === w.ids.spare && line.group === examples.values.role)?.[field];
      };
      const before = await get();
      expect([before.status, before.headers.etag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
      const first = await write(one, before.headers.etag);
      expect([first.status, first.headers.etag === before.headers.etag]).toEqual([200, false]);
      const now = await get();
      expect(now.headers.etag).toBe(first.headers.etag);
      const stale = await write(other, before.headers.etag);
      expect([stale.status, getField(stale.body.current as never)]).toEqual([412, getField(now.body as never)]);
      if (isRemoved) {
        const removal = await w.call('super', 'DELETE', url, undefined, { 'if-match': String(before.headers.etag) });
        expect([removal.status, getField(removal.body.current as never)]).toEqual([412, getField(now.body as never)]);
      }
      const after = await get();
      expect([after.body, after.headers.etag]).toEqual([now.body, now.headers.etag]);
      // Both at once with what is there: one of them.
      const both = await Promise.all([write(other, after.headers.etag), write(other, after.headers.etag)]);
      const statuses = both.map(({ status }) => status).sort();
      if (isRemoved) expect(statuses).toEqual([200, 412]);
      // Without a version the last one wins, and with the present one it goes.
      expect((await write(one)).status).toBe(200);
      const { headers } = await get();
      if (isRemoved)
        expect((await w.call('super', 'DELETE', url, undefined, { 'if-match': String(headers.etag) })).status).toBe(
          200,
        );
    });
});
