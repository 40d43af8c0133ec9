// A bucket of tokens for each address.
import { expect, it } from 'vitest';
import { COSTS, createRates } from './rates';

it('gives an address a burst and then as much as comes back, whatever others ask for', () => {
  let now = 0;
  const take = createRates(() => now);
  const refusals = (address: string, cost: number = COSTS.call) => Array.from({ length: 500 }, () => take(address, cost)).filter(Boolean).length; // biome-ignore format: one line
  expect([refusals('10.0.0.1'), refusals('10.0.0.1'), refusals('10.0.0.2')]).toEqual([200, 0, 200]);
  now += 1000;
  expect(refusals('10.0.0.1')).toBe(50);
  now += 3_600_000;
  expect(refusals('10.0.0.1', COSTS.captcha)).toBe(40);
  // A clock that was set back gives nothing, and takes nothing.
  now = 0;
  expect(refusals('10.0.0.1')).toBe(0);
});

it('counts a household of IPv6 once', () => {
  const take = createRates(() => 0);
  for (let i = 0; i < 200; i++) expect(take(`2001:db8:0:7::${i.toString(16)}`, 1)).toBe(true);
  expect([take('2001:db8:0:7::ffff', 1), take('2001:db8:0:8::1', 1)]).toEqual([false, true]);
});
