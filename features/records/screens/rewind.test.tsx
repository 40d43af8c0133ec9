// Rewind: chosen, seen, started only by its number, and undone; nothing is asked before a person and a time are chosen.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useWho } from '@/lib/api/use-who';
import { menuFor } from '@/lib/routes/menu';
import { verdict } from '@/lib/routes/rules';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { RewindScreen } from './rewind';

const PATH = '/app/supervision/rewind';

/** Two records of the spare layer that the editor made. */
async function withWork() {
  const { spare } = await world.ids();
  const ids: number[] = [];
  for (let i = 0; i < 2; i++) {
    const geometry = { type: 'Point', coordinates: [51 + i / 10, 35] };
    ids.push((await world.call('editor', 'POST', '/api/layerdata/', { layer: spare, geometry, value: { name: `کار ${i}` } })).body.id); // biome-ignore format: one call
  }
  return { spare, ids };
}
const open = (role: Role = 'super', more = '') => renderScreen(() => <RewindScreen />, { role, path: PATH + more }); // biome-ignore format: one line

it('shows what would happen, starts by the number alone, and is undone', async () => {
  const { ids, spare } = await withWork();
  const { user, t, writes, calls } = await open();
  const show = await screen.findByRole('button', { name: t('records.rewind.show') });
  await user.click(show);
  expect(calls.some(({ path }) => path === 'rewind/preview/')).toBe(false);
  const pick = async (label: string, option: RegExp | string) => {
    await user.click(await screen.findByLabelText(label, { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await pick(t('records.rewind.person'), /editor/);
  await pick(t('records.rewind.time'), t('common.ranges.today'));
  await pick(t('records.rewind.layers'), 'یدکی');
  await user.click(show);
  const list = await screen.findByRole('region', { name: t('records.rewind.list') });
  expect(within(list).getAllByText(new RegExp(t('records.rewind.becomes.remove'))).length).toBeGreaterThanOrEqual(ids.length); // biome-ignore format: one line
  const count = calls.filter(({ path }) => path === 'rewind/preview/').length;
  expect(count).toBeGreaterThan(0);
  const { body } = await world.call('super', 'GET', `/api/layer/${spare}/`);
  const n = body.record_count as number;
  const field = await screen.findByLabelText(new RegExp(t('records.rewind.typeCount', { n: '' }).trim()));
  const start = screen.getByRole('button', { name: t('records.rewind.start') });
  await user.type(field, String(n + 1));
  await user.click(start);
  expect(writes().some(({ path }) => path === 'rewind/')).toBe(false);
  await user.clear(field);
  await user.type(field, String(n));
  await user.click(start);
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ path: 'rewind/', status: 200 }));
  await user.click(await screen.findByRole('button', { name: t('records.rewind.undo') }, { timeout: 10_000 }));
  await screen.findByText(t('records.rewind.states.done'), undefined, { timeout: 10_000 });
  await waitFor(async () => expect((await world.call('super', 'GET', `/api/layer/${spare}/`)).body.record_count).toBe(n), { timeout: 10_000 }); // biome-ignore format: one line
});

/** Whether the signed-in person is led to the screen by its address and by the menu. */
function Ways() {
  const who = useWho();
  if (!who) return null;
  const entries = menuFor(who).flatMap(({ items }) =>
    items.flatMap((item) => ('group' in item ? item.entries : [item])),
  );
  const way = verdict(PATH, who, false);
  return <output>{JSON.stringify([way.pass || way.to, entries.some(({ id }) => id === 'rewind')])}</output>;
}

it.each([
  ['super', true, true],
  ['editor', '/app/403', false],
  ['viewer', '/app/403', false],
  ['regional', '/app/403', false],
] as const)('leads %s to the screen or not', async (role, way, isInMenu) => {
  await renderScreen(() => <Ways />, { role, path: PATH });
  expect((await screen.findByRole('status')).textContent).toBe(JSON.stringify([way, isInMenu]));
});

it.each(['editor', 'viewer', 'regional'] as const)('gives %s nothing past the screen', async (role) => {
  const { body: user } = await world.call(role, 'GET', '/api/user/');
  const selection = { person: user.id, from: '2024-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', conflicts: 'skip' };
  expect((await world.call('super', 'POST', '/api/rewind/preview/', { ...selection, limit: 10 })).status).toBe(200);
  expect((await world.call(role, 'POST', '/api/rewind/preview/', { ...selection, limit: 10 })).status).toBe(403);
  expect((await world.call(role, 'POST', '/api/rewind/', { ...selection, count: 1 })).status).toBe(403);
  // The screen itself, had they come to it: a job of somebody else is none, and nothing is started.
  const jobs = (await world.call('super', 'GET', '/api/job/')).body as { id: string; kind: string }[];
  const job = jobs.find(({ kind }) => kind === 'rewind')?.id;
  expect(job).toBeTruthy();
  const { writes } = await open(role, `?job=${job}`);
  await screen.findByRole('alert');
  expect(writes()).toEqual([]);
});

it('says that a job of somebody else does not exist', async () => {
  await open('super', '?job=00000000-0000-0000-0000-000000000000');
  await screen.findByRole('alert');
});
