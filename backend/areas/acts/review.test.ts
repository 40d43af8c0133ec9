// Acts in supervised layers: the conditions in SQL are the rules of review, and verdicts on many are those of the single call.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERDICTS } from '../../../contract/schemas/record';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, ENGINES, FORM, PASSWORD, type TestWorld } from '../../../testing/world';
import { partition } from '../../geo/tiles';
import { getCallerById } from '../../identity/caller';
import * as make from '../../seed/builders';
import { find } from '../layers/store';
import { judgeIn } from '../records/permission';
import { editProblem, type Standing, verdictProblem, type Waiting } from '../records/review';
import { problemOf } from './target';

describe.each(ENGINES)(
  'acts under supervision on the %s engine',
  (kind) => {
    let w: TestWorld;
    let layer = 0;
    const id: Record<string, number> = {};
    beforeAll(async () => {
      w = await createWorld(kind);
      const { customer } = w.ids;
      layer = await make.createLayer(w.engine, {
        customer,
        owner: 1,
        label: 'two approvals',
        type: 1,
        form: FORM,
        config: { supervised: true, second_approval: true },
        records: [],
      });
      const judging = await make.createRole(w.engine, customer, 'judging', [4, 10]);
      const seconding = await make.createRole(w.engine, customer, 'seconding', [4, 10], ['second_approval']);
      const writing = await make.createRole(w.engine, customer, 'writing', []);
      const rights = { add: true, edit: true, delete: true };
      for (const role of [judging, seconding])
        await make.createPermission(w.engine, role, layer, { ...rights, approve: true });
      await make.createPermission(w.engine, writing, layer, rights);
      for (const [username, role] of [['first', judging], ['second', seconding], ['writer', writing]] as const) // biome-ignore format: three people
        await make.createPerson(w.engine, customer, { username, password: PASSWORD, roles: [role], regions: [] });
      for (const row of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
        id[row.username] = row.id;
    });
    afterAll(() => w.close());

    const add = async (as: string, name: string) =>
      (
        await w.call(as, 'POST', '/api/layerdata/', {
          layer,
          value: { name },
          geometry: { type: 'Point', coordinates: [51, 35] },
        })
      ).body.id as number;
    const order = (as: string, body: object) =>
      w.call(as, 'POST', '/api/layerdata/act/', { layer, filter: {}, act: 'supervise', ...body });
    const ask = (as: string, body: object) =>
      w.call(as, 'POST', '/api/layerdata/act_count/', { layer, filter: {}, act: 'supervise', ...body });

    it('says in SQL what the rules of review say', async () => {
      const row = await add('writer', 'one');
      const { first, second, writer } = id as Record<string, number>;
      const edits: (Waiting | null)[] = [null];
      for (const authors of [[writer], [second], [writer, second]] as number[][])
        for (const more of [{}, { first }, { first: second }, { returned: 'no' }, { deletion: true as const }])
          edits.push({ value: { name: 'x' }, authors, at: '2025-01-01', ...more } as Waiting);
      const standings: Standing[] = [1, 2, 3, 4, 5].flatMap((status) =>
        [null, [writer], [second]].flatMap((authors) =>
          [null, first, second].flatMap((firstId) =>
            (status === 3 ? edits : [null]).map((waiting) => ({
              status,
              creator: writer,
              authors,
              first: firstId,
              waiting,
            })),
          ),
        ),
      ) as Standing[];
      const row_ = (await find(w.engine.db, (await getCallerById(w.engine.db, id.super as number)) as never, layer)) as never; // biome-ignore format: one query
      for (const name of ['first', 'second']) {
        const caller = await getCallerById(w.engine.db, id[name] as number);
        if (!caller) throw new Error(name);
        for (const verdict of [...VERDICTS, null]) {
          const problem = problemOf({ caller }, row_, verdict ? { act: 'supervise', verdict } : { act: 'edit' });
          const { rows } = await sql<{ problem: string | null }>`
          select ${problem} as problem from jsonb_array_elements(${JSON.stringify(standings)}::jsonb) with ordinality as c(s, place),
            lateral (select (c.s->>'status')::int as status, (c.s->>'creator')::int as creator_id, nullif(c.s->'authors', 'null') as authors,
              (c.s->>'first')::int as first_id, nullif(c.s->'waiting', 'null') as unconfirmed) n order by c.place`.execute(
            w.engine.db,
          );
          const expected = standings.map((s) =>
            verdict ? verdictProblem(s, verdict, judgeIn(caller, row_)) : editProblem(true, s),
          );
          expect([name, verdict, rows.map((r) => r.problem)]).toEqual([name, verdict, expected]);
        }
      }
      await sql`delete from ${sql.table(partition(layer))} where id = ${row}`.execute(w.engine.db);
    });

    it('approves what waits but the own work, and takes all of it back', async () => {
      for (let i = 0; i < 4; i++) await add('writer', `w${i}`);
      await add('first', 'own');
      const { body } = await ask('first', { verdict: 'approve' });
      expect([body.count, body.refused.map((r: { count: number }) => r.count)]).toEqual([4, [1]]);
      expect((await ask('writer', { verdict: 'approve' })).status).toBe(403);
      const answer = await order('first', { verdict: 'approve', count: 4 });
      const job = await waitForJob(w, answer.body.id, 'first');
      expect(job).toMatchObject({ state: 'done', imported: 4 });
      const statuses = async () =>
      (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body.results.map((r: { status: { id: number } }) => r.status.id); // biome-ignore format: one list
      expect(await statuses()).toEqual([2, 2, 2, 2, 1]);
      expect((await ask('first', { verdict: 'approve' })).body.count).toBe(0);
      const back = await w.call('first', 'POST', `/api/job/${job.id}/undo/`);
      expect(await waitForJob(w, back.body.id, 'first')).toMatchObject({ imported: 4, rejected: 0 });
      expect(await statuses()).toEqual([1, 1, 1, 1, 1]);
    });

    it('sends work back with a reason, and tells each author once', async () => {
      expect((await order('second', { verdict: 'return', count: 5 })).status).toBe(400);
      const answer = await order('second', { verdict: 'return', reason: 'ناقص', count: 5 });
      expect(await waitForJob(w, answer.body.id, 'second')).toMatchObject({ state: 'done', imported: 5 });
      const notices = await w.engine.db.selectFrom('notice').select(['code', 'args']).execute();
      expect(notices.map(({ code, args }) => [code, (args as { count: number }).count]).sort()).toEqual([
        ['record_returned', 1],
        ['record_returned', 4],
      ]);
    });

    it('lets deletions of approved records wait, once, and takes that back', async () => {
      await sql`update ${sql.table(partition(layer))} set status = 3, authors = null, unconfirmed = null`.execute(
        w.engine.db,
      );
      const answer = await order('writer', { act: 'delete', count: 5 });
      const job = await waitForJob(w, answer.body.id, 'writer');
      expect(job).toMatchObject({ state: 'done', imported: 5 });
      const { body } = await ask('writer', { act: 'delete' });
      expect([body.count, body.refused[0].count]).toEqual([0, 5]);
      const back = await w.call('writer', 'POST', `/api/job/${job.id}/undo/`);
      expect(await waitForJob(w, back.body.id, 'writer')).toMatchObject({ imported: 5 });
      expect((await ask('writer', { act: 'delete' })).body.count).toBe(5);
    });
  },
  120_000,
);
