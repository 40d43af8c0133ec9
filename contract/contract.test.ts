// Every row of the contract, tested by one loop: who is refused, what is refused, and that its example works.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Examples, seedExamples } from '../testing/examples';
import { createWorld, ENGINES, type TestWorld } from '../testing/world';
import type { Needs, Row } from './define';
import { api, match, pathOf, rows } from './index';
import { allows } from './rights';

const WHO = {
  nobody: null,
  super: { modules: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17], perms: ['create_statistics'], superuser: true },
  editor: { modules: [1, 2, 3, 4], perms: [], superuser: false },
  viewer: { modules: [], perms: [], superuser: false },
};

describe('the table', () => {
  it('has unique calls with a slash at the end', () => {
    const addresses = new Set(rows.map(({ row }) => `${row.method} ${row.path.replace(/:\w+/g, ':')}`));
    expect(addresses.size).toBe(rows.length);
    for (const { row } of rows) expect(row.path).toMatch(/^[a-z_-]+(?::[a-zA-Z_]+)?(?:\/[:a-zA-Z_-]+)*\/$/);
  });

  it('finds each row by its own path and nothing by a strange one', () => {
    for (const { name, row } of rows) {
      const result = match(row.method, pathOf(row, { id: 1, file: 'f' }));
      expect('named' in result && result.named.name).toBe(name);
    }
    for (const path of ['layer/1/2/', 'layer/..%2f/', '', 'nothing/', 'layer/%00/'])
      expect(match('GET', path)).toEqual({ methods: [] });
    expect(match('DELETE', 'captcha/')).toEqual({ methods: ['GET'] });
  });
});

/** Calls that are declared and answer 501. The number may only fall. */
const STILL_TO_SERVE = 0;

describe.each(ENGINES)('every call on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
    examples = await seedExamples(w);
  });
  afterAll(() => w.close());

  let examples: Examples;
  const requestOf = (row: Row) => examples.requestOf(row);
  const needs = (row: Row): Needs => row.needs;

  for (const { name, row } of rows) {
    if (row.needs !== 'public')
      it(`${name} refuses nobody with 401`, async () => {
        const { url, body } = requestOf(row);
        expect((await w.call('nobody', row.method, url, body)).status).toBe(401);
        expect(
          (
            await w.call('nobody', row.method, url, body, {
              authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
            })
          ).status,
        ).toBe(401);
      });
    for (const who of ['editor', 'viewer'] as const)
      if (!allows(WHO[who], row.needs))
        it(`${name} refuses ${who} with 403`, async () => {
          const { url, body } = requestOf(row);
          const { status, body: answer } = await w.call(who, row.method, url, body);
          expect([status, answer.code]).toEqual([403, 403]);
        });
    it(`${name} refuses what it does not know with 400`, async () => {
      if (row.session === 'opens' || row.session === 'renews' || needs(row) === 'public')
        return expect((await w.call('nobody', row.method, `/api/${pathOf(row, { id: 1 })}?nothing=1`, {})).status).toBe(
          400,
        );
      const { url, body } = requestOf(row);
      const unknown = await w.call('super', row.method, `${url}${url.includes('?') ? '&' : '?'}nothing_such=1`, body);
      expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([400, expect.stringContaining('nothing_such')]);
      // A body of free JSON knows no unknown key, and phones send with their places what they like.
      if (!row.body || row.as === 'form' || row.body instanceof z.ZodRecord || row === api.tracking.report) return;
      const strange = await w.call('super', row.method, requestOf(row).url, { ...(body as object), nothing_such: 1 });
      expect(strange.status).toBe(400);
    });
  }

  for (const { name, row } of rows)
    if (row.body && !(row.body instanceof z.ZodRecord))
      it(`${name} names each wrong field of a body, in sentences of the language`, async () => {
        const { shape } = row.body instanceof z.ZodObject ? row.body : { shape: {} as Record<string, z.ZodType> };
        const wrong = { nothing: [true] };
        const body = Object.fromEntries(Object.keys(shape).map((field) => [field, wrong]));
        const refused = Object.entries<z.ZodType>(shape).flatMap(([field, schema]) =>
          schema.safeParse(row.as === 'form' ? JSON.stringify(wrong) : wrong).success ? [] : [field],
        );
        const url = row.example ? requestOf(row).url : `/api/${pathOf(row, { id: 1 })}`;
        const as = row.needs === 'public' ? 'nobody' : 'super';
        for (const [lang, script] of [
          ['fa', /[\u0600-\u06ff]/],
          ['en', /^[^\u0600-\u06ff]*$/],
        ] as const) {
          const answer = await (row.as === 'form'
            ? w.form(as, url, body)
            : w.call(as, row.method, url, body, { 'accept-language': lang }));
          const { detail, fields = {} } = answer.body;
          const names = Object.keys(fields).map((path) => path.split('.')[0] ?? '');
          expect([answer.status, refused.filter((field) => !names.includes(field))]).toEqual([400, []]);
          if (row.body instanceof z.ZodObject) expect(names.filter((field) => !(field in shape))).toEqual([]);
          for (const text of [detail, ...Object.values<string>(fields)]) {
            if (row.as !== 'form') expect(text).toMatch(script);
            expect(text).not.toMatch(/invalid|expected|undefined|[{}]|NaN/i);
          }
        }
      });

  it('serves all but the calls that are still to come', () => {
    expect(w.backend.unserved.length).toBe(STILL_TO_SERVE);
  });

  for (const { name, row } of rows)
    if (row.example)
      it(`${name} does its example`, async () => {
        const { url, body } = requestOf(row);
        const { status, body: answer } =
          row.as === 'form'
            ? await w.form('super', url, body as Record<string, unknown>)
            : await w.call('super', row.method, url, body);
        if (w.backend.unserved.includes(name)) return expect(status).toBe(501);
        expect([status, status === 200 ? '' : JSON.stringify(answer)]).toEqual([200, '']);
        expect(row.ok.safeParse(answer).error).toBeUndefined();
      });
});
