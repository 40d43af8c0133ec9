// The life of purchases under any order of events: people order, pay, cancel and come back, providers fail and answer late, jobs settle,
// time passes. Whatever happens, money and plans agree.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, ONE_ENGINE } from '../../../testing/world';
import type { Engine } from '../../db/engine';
import type { Gateway } from '../../gateway/gateway';
import { Refusal } from '../../http/errors';
import * as make from '../../seed/builders';
import { orderPurchase, reconcile, settle } from './pay';
import { startTrial } from './service';
import { byAuthority } from './store';

const MINUTE = 60_000;

type Event =
  | { do: 'order'; plan: number; code: boolean }
  | { do: 'pay' | 'cancel' | 'return'; which: number }
  | { do: 'reconcile' }
  | { do: 'down'; on: boolean }
  | { do: 'wait'; minutes: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      plan: fc.integer({ min: 2, max: 4 }),
      code: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'return' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('down' as const), on: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 60, max: 60 * 24 * 40 })),
    }),
  },
);

/** A provider as its protocol lets one be: it may be down, and gives the same number for a payment at each asking. */
function provider() {
  const payments = new Map<
    string,
    { amount: number; state: 'open' | 'paid' | 'cancelled'; ref: string; taken: boolean }
  >();
  let down = false;
  const gateway: Gateway = {
    name: 'model',
    async request({ amount }) {
      if (down) throw new Error('down');
      const authority = `M${payments.size.toString().padStart(12, '0')}`;
      payments.set(authority, { amount, state: 'open', ref: `${authority}-ref`, taken: false });
      return { authority, redirectTo: `https://pay.test/${authority}` };
    },
    async verify({ authority, amount }) {
      if (down) throw new Error('down');
      const payment = payments.get(authority);
      if (!payment || payment.amount !== amount) return { paid: false, open: false };
      if (payment.state !== 'paid') return { paid: false, open: true };
      payment.taken = true;
      return { paid: true, ref: payment.ref };
    },
  };
  const turn = (off: boolean) => {
    down = off;
  };
  return { gateway, payments, turn };
}

describe.each(ONE_ENGINE)('purchases under any order of events on the %s engine', (kind) => {
  let engine: Engine;
  let runs = 0;
  beforeAll(async () => {
    engine = await createEngine(kind);
    await engine.db
      .insertInto('discount')
      .values({ code: 'TEN', percent: 10, amount: null, plan_id: null, until: null, uses: null })
      .execute();
  });
  afterAll(() => engine.close());

  it('keeps money and plans in agreement', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 14 }), async (events) => {
        const customer = await make.createCustomer(engine, `run${runs++}.test`, {});
        const { rows: newRows } = await sql<{ id: number }>`
          insert into account (customer_id, username, name_key, search, password_hash, first_name, last_name, email, phone, is_superuser, is_signed_up, locked)
            values (${customer}::int, 'a', 'a', 'a', '', '', '', '', '', true, true, false) returning id`.execute(
          engine.db,
        );
        const account = newRows[0]?.id ?? 0;
        let now = new Date('2026-01-01T00:00:00Z');
        const world = { engine, now: () => now };
        await startTrial(engine.db, customer, now);
        const { gateway, payments, turn } = provider();
        // Authorities are unique within a provider: each run is one of its own.
        const own: Gateway = { ...gateway, name: `model${runs}` };
        const pick = (which: number) => [...payments.keys()][which % Math.max(1, payments.size)];
        for (const one of events) {
          if (one.do === 'wait') now = new Date(now.getTime() + one.minutes * MINUTE);
          else if (one.do === 'down') turn(one.on);
          else if (one.do === 'reconcile') await reconcile(world, new Map([[own.name, own]]));
          else if (one.do === 'order')
            await orderPurchase(world, { customer, account, plan: one.plan, code: one.code ? 'ten' : undefined, gateway: own, host: 'x.test' }, () => 'plan').catch((error: unknown) => {
              if (!(error instanceof Refusal)) throw error;
            }); // biome-ignore format: one call
          else {
            const authority = pick(one.which);
            const payment = authority && payments.get(authority);
            if (!authority || !payment) continue;
            if (one.do === 'return') {
              const purchase = await byAuthority(engine.db, own.name, authority);
              if (purchase) await settle(world, own, purchase);
            } else if (payment.state === 'open') payment.state = one.do === 'pay' ? 'paid' : 'cancelled';
          }
        }
        const { rows: bought } = await sql<{
          authority: string | null;
          state: string;
          amount: number;
          plans: number;
          booked: number;
          lines: number;
        }>`
          select p.authority, p.state, p.amount::float8 as amount, (select count(*)::int from subscription s where s.purchase_id = p.id) as plans,
                 (select coalesce(sum(l.amount), 0)::float8 from ledger l where l.purchase_id = p.id) as booked,
                 (select count(*)::int from ledger l where l.purchase_id = p.id) as lines
            from purchase p where p.customer_id = ${customer}::int`.execute(engine.db);
        for (const p of bought) {
          const payment = p.authority ? payments.get(p.authority) : undefined;
          // A plan for what was paid and taken, and for nothing else; the ledger sums to nothing.
          expect([p.state === 'paid', p.plans, p.booked]).toEqual([payment?.taken ?? false, payment?.taken ? 1 : 0, 0]);
          expect(p.lines > 0).toBe(p.state === 'paid');
        }
        const { rows: overlaps } = await sql`
          select 1 from subscription a join subscription b on a.customer_id = b.customer_id and a.id < b.id
            where a.customer_id = ${customer}::int and a.purchase_id is not null and b.purchase_id is not null and a.starts < b.ends and b.starts < a.ends`.execute(
          engine.db,
        );
        expect(overlaps).toEqual([]);
        // Every day that was paid for is there.
        const { rows: lost } = await sql`
          select 1 from subscription s join purchase p on p.id = s.purchase_id
            where s.customer_id = ${customer}::int and s.ends - s.starts <> p.duration * interval '1 day'`.execute(
          engine.db,
        );
        expect(lost).toEqual([]);
      }),
      {
        numRuns: 60,
        examples: [
          // Three plans ordered side by side, and all of them paid.
          [
            [
              ...[2, 3, 4].map((plan): Event => ({ do: 'order', plan, code: false })),
              ...[0, 1, 2].map((which): Event => ({ do: 'pay', which })),
              ...[2, 0, 1].map((which): Event => ({ do: 'return', which })),
            ],
          ],
        ],
      },
    );
  });
});
