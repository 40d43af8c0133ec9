// kill -9 between the provider's word and our own: a payment that was verified gives its plan, once, by whichever process comes next.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type ServerDatabase } from '../../../testing/database-server';
import { programArgs } from '../../../testing/programs/program';
import { ONE_ENGINE } from '../../../testing/world';
import { connect } from '../../db/connect';
import type { Engine } from '../../db/engine';
import { sandbox } from '../../gateway/sandbox';
import * as make from '../../seed/builders';
import { gatewaysOf } from './handlers';
import { orderPurchase, settle } from './pay';
import { startTrial } from './service';
import { hold, purchaseOf } from './store';

/** The shop that the process which is killed is, too: a payment of another one is never verified. */
const SHOP = 'sandbox';
/** Kills of each engine; KILLS asks for more in a long run. */
const KILLS = Number(process.env.KILLS ?? 2);
/** Longest wait between the provider's answer and the kill, in milliseconds. */
const WAIT_MS = 25;
/** The same where the commit waits for us: long enough to come to the lock. */
const HELD_MS = 300;

describe.each(ONE_ENGINE)('payments and kill -9 on the %s engine', (kind) => {
  const provider = sandbox();
  let front: Server;
  let base: string;
  let victim: ChildProcess | null = null;
  /** Milliseconds between the provider's answer and the kill. */
  let wait = 0;
  let folder: string;
  let database: ServerDatabase | null = null;

  beforeAll(async () => {
    const behind = await provider.listen({ host: '127.0.0.1', port: 0 });
    // Passes everything on; when a verification has been answered, whoever asked has little time left.
    front = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const body = Buffer.concat(parts);
      const type = { 'content-type': request.headers['content-type'] ?? '' };
      const answer = await fetch(behind + request.url, { method: request.method ?? 'GET', headers: type, redirect: 'manual', ...(body.length ? { body } : {}) }); // biome-ignore format: one call
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await answer.arrayBuffer()));
      const current = victim;
      if (current && request.url?.endsWith('verify.json')) setTimeout(() => current.kill('SIGKILL'), wait);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'pahneh-pay-'));
    if (kind === 'server') database = await createDatabase();
  });
  afterAll(async () => {
    front.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  });

  const url = () => database?.url ?? null;
  const dir = () => (database ? null : join(folder, 'db'));
  const open = () => connect({ url: url(), dir: dir(), template: process.env.TEST_TEMPLATE ?? null });
  const world = (engine: Engine) => ({ engine, now: () => new Date() });

  async function createPaidPurchase(engine: Engine, n: number): Promise<string> {
    const customer = await make.createCustomer(engine, `${n}.test`, {});
    const account = await make.createPerson(engine, customer, { username: 'a', password: randomUUID() });
    await startTrial(engine.db, customer, new Date());
    const gateway = gatewaysOf({ gateways: [{ name: 'sandbox', base, merchant: SHOP }] }).get('sandbox');
    if (!gateway) throw new Error('no gateway');
    const redirect = await orderPurchase(
      world(engine),
      { customer, account, plan: 2, code: undefined, gateway, host: 'localhost' },
      () => 'plan',
    );
    await fetch(redirect, { method: 'POST', body: new URLSearchParams({ act: 'pay' }) });
    const row = await engine.db.selectFrom('purchase').select('id').where('customer_id', '=', customer).executeTakeFirstOrThrow(); // biome-ignore format: one line
    return row.id;
  }

  it(
    'loses no payment and gives none twice',
    async () => {
      const killed: string[] = [];
      for (let n = 0; n < KILLS; n++) {
        const before = await open();
        const id = await createPaidPurchase(before, n);
        // Where others can lock a row, the first is certain to be verified and not committed: the plan waits for a lock of ours.
        const isHeld = kind === 'server' && n === 0;
        const { customer_id } = (await purchaseOf(before.db, id)) ?? { customer_id: 0 };
        const lock = isHeld ? await before.db.startTransaction().execute() : null;
        if (lock) {
          // The process that waits for it may take long to start.
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
          await hold(lock, customer_id);
        } else await before.close();
        // Otherwise spread over the whole time, whatever the number of kills.
        wait = isHeld ? HELD_MS : ((n + Math.random()) / KILLS) * WAIT_MS;
        const child = spawn(
          process.execPath,
          [...(await programArgs('testing/programs/pay-process.ts')), id, ...(dir() ? [dir() as string] : [])],
          {
            env: { ...process.env, SANDBOX_URL: base, ...(database ? { DATABASE_URL: database.url } : {}) },
            stdio: ['ignore', 'ignore', 'inherit'],
          },
        );
        victim = child;
        killed.push(
          await new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? String(code)))),
        );
        victim = null;
        if (lock) {
          expect(killed).toEqual(['SIGKILL']);
          await lock.rollback().execute();
          await before.close();
        }
        const after = await open();
        if (lock) {
          const { rows } = await sql`select 1 from subscription where purchase_id = ${id}::text`.execute(after.db);
          expect([rows, (await purchaseOf(after.db, id))?.state]).toEqual([[], 'pending']);
        }
        const purchase = await purchaseOf(after.db, id);
        const gateway = gatewaysOf({ gateways: [{ name: 'sandbox', base, merchant: SHOP }] }).get('sandbox');
        if (!purchase || !gateway) throw new Error('the purchase is gone');
        // The provider says "verified before": whoever was killed had its word.
        const said = await fetch(`${base}/pg/v4/payment/verify.json`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ merchant_id: SHOP, authority: purchase.authority, amount: purchase.amount }),
        });
        expect(await said.json()).toMatchObject({ data: { code: 101 } });
        const later = { engine: after, now: () => new Date(Date.now() + 60_000) };
        // The reconciler, the payer's return and his reload come next, all at once.
        const next = await Promise.all(Array.from({ length: 5 }, () => settle(later, gateway, purchase)));
        expect(next).toContain('paid');
        expect(await settle(later, gateway, purchase)).toBe('paid');
        const { rows } = await sql<{ plans: number; booked: number; lines: number }>`
          select (select count(*)::int from subscription where purchase_id = ${id}::text) as plans,
                 (select coalesce(sum(amount), 0)::float8 from ledger where purchase_id = ${id}::text) as booked,
                 (select count(*)::int from ledger where purchase_id = ${id}::text) as lines`.execute(after.db);
        expect(rows[0]).toEqual({ plans: 1, booked: 0, lines: 2 });
        await after.close();
      }
      // A kill that came too late says nothing: most must have hit.
      expect(killed.filter((how) => how === 'SIGKILL').length).toBeGreaterThan(0);
    },
    60_000 + KILLS * 20_000,
  );
});
