// The dashboard of people as a manager reads it: numbers of real work, a press that filters all, a table with its sums.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { PlaceNotes } from '../parts/activity/place-notes';
import { UsersDashboardScreen } from './users-dashboard';

const PATH = '/app/users-dashboard';
let editor: number;

/** The editor adds three and edits one; the superuser adds one. */
beforeAll(async () => {
  const { layer } = await world.ids();
  const add = (as: string, i: number) =>
    world.call(as, 'POST', '/api/layerdata/', { layer, value: { name: `ده ${i}` }, geometry: { type: 'Point', coordinates: [51.5, 35.5] } }); // biome-ignore format: one call
  const [first] = [await add('editor', 1), await add('editor', 2), await add('editor', 3), await add('super', 4)];
  await world.call('editor', 'PUT', `/api/layerdata/${first?.body.id}/`, { value: { name: 'روستا' } });
  editor = (await world.call('editor', 'GET', '/api/user/')).body.id;
});
afterEach(resetScreen);
afterAll(closeWorld);

const open = (query = '') => renderScreen(<UsersDashboardScreen />, { role: 'super', path: `${PATH}${query}` });
const tableOf = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  return [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
  );
};

describe('the dashboard of people', () => {
  it('begins with today, which has no trend, and sums who did what', async () => {
    const { t, calls } = await open();
    const name = t('dashboards.activity.table');
    await screen.findByRole('button', { name: 'editor' });
    await waitFor(async () =>
      expect(await tableOf(name)).toEqual([
        [t('dashboards.activity.person'), t('dashboards.activity.acts.create'), t('dashboards.activity.acts.edit'), t('dashboards.activity.total')],
        ['editor', '۳', '۱', '۴'],
        ['super', '۱', '۰', '۱'],
        [t('dashboards.activity.all'), '۴', '۱', '۵'],
      ]),
    ); // biome-ignore format: one table
    expect(screen.queryByRole('region', { name: t('dashboards.activity.trend') })).toBeNull();
    const reports = () => calls.filter(({ path }) => path.startsWith('report/activity/'));
    await waitFor(() => expect(new Set(reports().map(({ status }) => status))).toEqual(new Set([200])));
    expect(reports().some(({ path }) => path.includes('period='))).toBe(false);
  });

  it('says of a report by region that places are being looked up, and what nobody noted', async () => {
    let again = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const report = (pending: boolean, unplaced: number) => [
      { periods: [], rows: [], capped: false, places: { pending, unplaced } },
    ];
    const notes = (pending: boolean, unplaced: number) => (
      <PlaceNotes reports={report(pending, unplaced)} onAgain={() => void again++} />
    );
    const { t } = await renderScreen(notes(false, 1250), { role: 'super', path: PATH });
    await screen.findByText(t('dashboards.activity.unplaced', { count: 1250, n: '۱٬۲۵۰' }));
    expect(screen.queryByText(t('dashboards.activity.pending'))).toBeNull();
    vi.advanceTimersByTime(30_000);
    expect(again).toBe(0);
    cleanup();
    await renderScreen(notes(true, 0), { role: 'super', path: PATH });
    await screen.findByText(t('dashboards.activity.pending'));
    vi.advanceTimersByTime(30_000);
    expect(again).toBe(3);
    vi.useRealTimers();
  });

  it('filters all of it by a press on a name, and by a day of the calendar', async () => {
    const { user, t, address, calls } = await open('?range=days7');
    const ranking = await screen.findByRole('region', { name: t('dashboards.activity.ranking') });
    await user.click(await within(ranking).findByRole('button', { name: /editor.*۴/ }));
    await waitFor(() => expect(address()).toContain(`people=${editor}`));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'super' })).toBeNull());
    const days = screen.getByRole('group', { name: t('dashboards.activity.calendar') });
    const cells = within(days).getAllByRole('button');
    expect(cells).toHaveLength(7);
    await waitFor(() => expect(within(days).getAllByRole('button').at(-1)?.getAttribute('aria-label')).toMatch(/: ۴$/));
    await user.click(cells[0] as HTMLElement);
    await waitFor(() => expect(address()).toMatch(/at=\d{4}-\d\d-\d\d/));
    const at = /at=([\d-]+)/.exec(address())?.[1];
    await waitFor(() => expect(calls.some(({ path }) => path.includes(`from=${at}&to=${at}&by=user`))).toBe(true));
    // Nothing was done on that day; who was asked for has a row all the same.
    await waitFor(async () => expect((await tableOf(t('dashboards.activity.table')))[1]).toEqual(['editor', '۰']));
    await user.click(screen.getByRole('button', { name: t('common.list.clearFilters') }));
    await waitFor(() => expect(address()).toBe(`${PATH}?range=days7`));
  });

  it('names those who did nothing in the ranking when somebody wants them there', async () => {
    const { user, t, address } = await open('?range=days7');
    const ranking = await screen.findByRole('region', { name: t('dashboards.activity.ranking') });
    await within(ranking).findByRole('button', { name: /editor.*۴/ });
    expect(within(ranking).queryByRole('button', { name: /viewer/ })).toBeNull();
    await user.click(within(ranking).getByRole('switch', { name: t('dashboards.activity.idle') }));
    await within(ranking).findByRole('button', { name: /viewer.*۰/ });
    expect(address()).toContain('idle=1');
  });

  it('asks nothing while a range has one end', async () => {
    const { t, calls } = await open('?from=2026-01-01');
    await screen.findByText(t('dashboards.activity.halfRange'));
    expect(calls.filter(({ path }) => path.startsWith('report/'))).toEqual([]);
  });

  it('says why it has no numbers, and what is empty', async () => {
    const { t } = await open('?people=99999999&range=yesterday');
    await screen.findByText(t('dashboards.activity.emptyTitle'));
  });
});
