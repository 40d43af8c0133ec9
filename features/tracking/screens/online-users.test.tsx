// The room as a watcher uses it: who is where, a replay by keys with its stops and what was left out, files, and the other side of it all.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { RecordSheet, RecordSheets } from '@/map';
import { renderScreen, world } from '@/testing/render-screen';
import { OwnPlaces } from '../slots/own-places';
import { OnlineUsersScreen } from './online-users';

/** What would go on paper: jsdom draws no map. */
const sheets: RecordSheet[] = [];
vi.mock('@/map', async (original) => ({
  ...(await original<typeof import('@/map')>()),
  printRecords: async (order: RecordSheets, onSheet: (count: number) => void) => {
    for await (const sheet of order.sheets) onSheet(sheets.push(sheet));
    throw new Error('no paper');
  },
}));

const path = '/app/tracking/online-users';
const who = { superuser: true, modules: [], permissions: [] } as never;
const open = (query = '', lang: 'fa' | 'en' = 'fa') =>
  renderScreen(<OnlineUsersScreen who={who} />, { role: 'super', path: `${path}${query}`, lang });
/** The beginning of the round, in whole minutes: 70 minutes ago. */
const BEGIN = Math.floor(Date.now() / 60_000) * 60 - 70 * 60;
const at = (minute: number, metres: number, more = {}) => ({
  date: new Date((BEGIN + minute * 60) * 1000).toISOString(),
  lon: 51.4 + metres / 90_504,
  lat: 35.7,
  accuracy: 5,
  ...more,
});
let viewer: number;
let editor: number;

beforeAll(async () => {
  // 10 minutes on the way, 8 standing, 10 on, 20 off, 10 on; one place is vague.
  const round = [
    ...Array.from({ length: 11 }, (_, i) => at(i, i * 100)),
    ...Array.from({ length: 8 }, (_, i) => at(11 + i, 1000)),
    ...Array.from({ length: 10 }, (_, i) => at(19 + i, 1100 + i * 100)),
    at(28.5, 90_000, { accuracy: 900 }),
    ...Array.from({ length: 11 }, (_, i) => at(48 + i, 5000 + i * 100)),
  ];
  const { body } = await world.call('viewer', 'POST', '/api/track/', { points: round });
  expect(body.count).toBe(round.length);
  await world.call('editor', 'GET', '/api/user/');
  const people = (await world.call('super', 'GET', '/api/users/get_all/')).body;
  const idOf = (name: string) => people.find(({ username }: { username: string }) => username === name).id;
  [viewer, editor] = [idOf('viewer'), idOf('editor')];
});
// The whole round is today only where today began before it.
const from = () => new Date(BEGIN * 1000 - 86_400_000).toISOString().slice(0, 10);
const trackPath = (people: string) => `?tab=track&people=${people}&from=${from()}`;

it('lists who is online with what is known of their place, and leads to their track', async () => {
  const { user, t, address } = await open();
  const list = await screen.findByRole('list', { name: t('tracking.now.label') });
  const row = within(list).getByRole('button', { name: /viewer/, pressed: false });
  // 11 minutes ago: the last place of the round.
  expect(within(row).getByRole('img', { name: /./ })).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: t('tracking.now.search') }), 'view');
  await waitFor(() => expect(within(list).queryByText('super')).toBeNull());
  await user.click(screen.getByRole('button', { name: t('tracking.now.acts', { name: 'viewer' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('tracking.now.today') }));
  await waitFor(() => expect(address()).toContain(`people=${viewer}`));
  expect(address()).toContain('tab=track');
});

it('replays a track by keys: stops, steps with the eye, and the moment in the address', async () => {
  const { user, t, address } = await open(trackPath(String(viewer)));
  const card = await screen.findByRole('region', { name: 'viewer' });
  // 1,000 m, 1,000 m and 1,000 m; 30 minutes on the way and 8 standing.
  expect(within(card).getByText(/^۳(٫۰+)? کیلومتر$/)).toBeTruthy();
  expect(within(card).getByText(t('tracking.duration.m', { m: '۸' }))).toBeTruthy();
  expect(within(card).getByText(t('tracking.track.vague', { n: '۱' }))).toBeTruthy();
  const slider = screen.getByRole('slider', { name: t('tracking.dock.slider') });
  const moment = () => Number(slider.getAttribute('aria-valuenow')) - BEGIN;
  expect(moment()).toBe(0);
  await user.keyboard(']');
  await waitFor(() => expect(moment()).toBe(600));
  expect(address()).toContain(`at=${BEGIN + 600}`);
  // Time runs from right to left: the left arrow goes on.
  fireEvent.keyDown(document.body, { code: 'ArrowLeft', key: 'ArrowLeft' });
  await waitFor(() => expect(moment()).toBe(660));
  fireEvent.keyDown(document.body, { code: 'ArrowRight', key: 'ArrowRight' });
  await waitFor(() => expect(moment()).toBe(600));
  fireEvent.keyDown(slider, { code: 'End', key: 'End' });
  await waitFor(() => expect(moment()).toBe(58 * 60));
  fireEvent.keyDown(document.body, { code: 'BracketLeft', key: '[' });
  await waitFor(() => expect(moment()).toBe(600));
  fireEvent.keyDown(document.body, { code: 'Space', key: ' ' });
  await screen.findByRole('button', { name: t('tracking.dock.pause') });
  await waitFor(() => expect(moment()).toBeGreaterThan(600));
  fireEvent.keyDown(document.body, { code: 'Space', key: ' ' });
  await screen.findByRole('button', { name: t('tracking.dock.play') });
  fireEvent.keyDown(document.body, { code: 'KeyF', key: 'f' });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: t('tracking.dock.follow') }).getAttribute('aria-pressed')).toBe('true'),
  );
});

it('says nothing is known in a gap, in either direction of reading', async () => {
  const { t } = await open(`${trackPath(String(viewer))}&at=${BEGIN + 40 * 60}`, 'en');
  const slider = await screen.findByRole('slider', { name: t('tracking.dock.slider') });
  expect(slider.getAttribute('aria-valuetext')).toContain(t('tracking.dock.unknown'));
  fireEvent.keyDown(document.body, { code: 'ArrowRight', key: 'ArrowRight' });
  await waitFor(() => expect(Number(slider.getAttribute('aria-valuenow'))).toBe(BEGIN + 48 * 60));
});

it('joins a stop with what was added there, and goes to it', async () => {
  const { layer } = await world.ids();
  const value = { name: 'چاه ۷' };
  const geometry = { type: 'Point', coordinates: [51.41, 35.7] };
  await world.call('editor', 'POST', '/api/layerdata/', { layer, value, geometry });
  const now = Math.floor(Date.now() / 1000);
  const standing = Array.from({ length: 8 }, (_, i) => ({ date: new Date((now - 420 + i * 60) * 1000 + 30_000).toISOString(), lon: 51.41, lat: 35.7 })); // biome-ignore format: one line
  await world.call('editor', 'POST', '/api/track/', { points: standing });
  const { user, t } = await open(trackPath(`${viewer},${editor}`));
  const table = await screen.findByRole('table', { name: t('tracking.track.stops') });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  const link = await within(table).findByRole('link', { name: /چاه ۷/ });
  expect(link.getAttribute('href')).toMatch(new RegExp(`^/app/layer-data/${layer}\\?record=\\d+$`));
  await user.click(within(table).getByRole('button', { name: /^viewer/ }));
  const slider = screen.getByRole('slider', { name: t('tracking.dock.slider') });
  await waitFor(() => expect(Number(slider.getAttribute('aria-valuenow'))).toBe(BEGIN + 600));
  // A stop of ten minutes is none of them.
  const minutes = screen.getByRole('spinbutton', { name: t('tracking.track.minutes') });
  await user.clear(minutes);
  await user.type(minutes, '۱۰');
  expect(await screen.findByText(t('tracking.track.noStops'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('tracking.track.export') }));
  const gpx = await screen.findByRole('menuitem', { name: 'GPX' });
  expect(gpx.getAttribute('href')).toBe(
    `/api/track/file/?track_date_after=${from()}&track_date_before=${new Date(Date.now() + 12_600_000).toISOString().slice(0, 10)}&user_ids=${viewer}%2C${editor}&format=gpx`,
  );
});

it('prints a sheet for each with numbers, stops and what was left out, and says when it fails', async () => {
  const { user, t } = await open(trackPath(`${viewer},${editor}`), 'en');
  await user.click(await screen.findByRole('button', { name: t('tracking.track.export') }));
  await user.click(await screen.findByRole('menuitem', { name: t('tracking.track.print') }));
  const dialog = await screen.findByRole('dialog', { name: t('tracking.track.paper.title') });
  expect(await within(dialog).findByRole('button', { name: t('tracking.track.paper.retry') })).toBeTruthy();
  const sheet = sheets.find(({ title }) => title === 'viewer');
  expect([sheet?.geometry?.type, sheet?.parts[0]?.rows[0]?.value]).toEqual(['MultiLineString', '3 km']);
  expect(sheet?.lists.map(({ heading, rows }) => [heading, rows.length])).toEqual([
    [t('tracking.track.stops'), 1],
    [t('tracking.track.paper.notes'), 1],
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('names the projects near a person, the nearest first', async () => {
  const { user, t } = await open('', 'en');
  const { region, layer } = await world.ids();
  const list = await screen.findByRole('list', { name: t('tracking.now.label') });
  await within(list).findByRole('button', { name: /viewer/, pressed: false });
  const openNear = async () => {
    await user.click(screen.getByRole('button', { name: t('tracking.now.acts', { name: 'viewer' }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('tracking.now.nearProject') }));
    return screen.findByRole('dialog', { name: t('tracking.near.title', { name: 'viewer' }) });
  };
  expect(await within(await openNear()).findByText(t('tracking.near.emptyTitle'))).toBeTruthy();
  await user.keyboard('{Escape}');
  const project = {
    name: 'Field round',
    layers: [layer],
    region,
    members: [editor],
    supervisors: [viewer],
    approvals: 1,
  };
  const { body } = await world.call('super', 'POST', '/api/project/', project);
  const started = await world.call('super', 'PATCH', `/api/project/${body.id}/`, { state: 2, accept: true });
  expect(started.body).toMatchObject({ state: { id: 2 } });
  const link = await within(await openNear()).findByRole('link', { name: /Field round/ });
  expect(link.getAttribute('href')).toBe(`/app/project-details/${body.id}`);
  expect(link.textContent).toMatch(/Running|Inside|away/);
});

it('says that nobody has reported, and shows everybody where nobody is named', async () => {
  const empty = await open(`?tab=track&people=${viewer}&from=2026-01-01&to=2026-01-02`);
  expect(await screen.findByText(empty.t('tracking.track.emptyTitle'))).toBeTruthy();
  empty.unmount();
  const { t } = await open(trackPath(''));
  expect(await screen.findByText(new RegExp(t('tracking.track.team')))).toBeTruthy();
});

it('shows people their own places and who has looked at them', async () => {
  const { t } = await renderScreen(<OwnPlaces />, { role: 'viewer', path: '/app/profile' });
  const table = await screen.findByRole('table', { name: t('tracking.own.looks') });
  const row = within(table).getByRole('row', { name: new RegExp(t('tracking.own.kinds.replay')) });
  expect(within(row).getByText('super')).toBeTruthy();
  expect(screen.getByText(new RegExp(t('tracking.own.hint', { days: '۹۰' })))).toBeTruthy();
  expect(screen.getByRole('button', { name: t('tracking.own.open') })).toBeTruthy();
});
