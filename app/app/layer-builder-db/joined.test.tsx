// A database table becomes a layer, and the layer follows it: as it is done by people, and what they are told on the way.
import { screen, waitFor, within } from '@testing-library/react';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SyncDialog } from '@/features/layer-sources/slots/sync-dialog';
import { LayersScreen } from '@/features/layers/screens/layers';
import { createDatabase, type ServerDatabase } from '@/testing/database-server';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { LayerBuilderDbJoined } from './joined';

const SERVER = process.env.TEST_DATABASE_URL;
const open = (role: Role, lang?: 'en') =>
  renderScreen((who) => <LayerBuilderDbJoined who={who} />, { role, path: '/app/layer-builder-db', ...(lang ? { lang } : {}) }); // biome-ignore format: one call

it('says where connections come from to whoever may make none', async () => {
  const { t } = await open('editor');
  await screen.findByText(t('layerSources.database.askForConnection'));
  expect(screen.queryByRole('button', { name: t('layerSources.database.newConnection') })).toBeNull();
});

describe.skipIf(!SERVER)('with a database', () => {
  let database: ServerDatabase;
  let foreign: pg.Client;
  const at = () => new URL(database.url);

  beforeAll(async () => {
    database = await createDatabase(null);
    foreign = new pg.Client({ connectionString: database.url });
    await foreign.connect();
    await foreign.query(`create extension postgis; create schema many;
      create table wells (id int primary key, name text, depth int, geom geometry(Point, 4326)); insert into wells select i, 'well ' || i, i * 10, st_setsrid(st_makepoint(51 + i * 0.01, 35), 4326) from generate_series(1, 30) i;
      create table mixed (name text, code text not null unique, geom geometry(Geometry)); alter table mixed add flow numeric(6, 2); insert into mixed select 'm' || i, 'c' || i, st_makepoint(530000 + i, 3940000), i * 1.5 from generate_series(1, 3) i;
      do $$ begin for i in 1..150 loop execute format('create table many.t%s (id int)', i); end loop; end $$; analyze`);
  });
  afterAll(async () => {
    await foreign.end();
    await database.drop();
  });

  it('a superuser makes a connection that was tried, and is told at its field what is wrong', async () => {
    const { user, t, writes } = await open('super');
    const word = (key: 'newConnection' | 'connectionName' | 'host' | 'port' | 'databaseName' | 'username' | 'save' | 'trial.try') => t(`layerSources.database.${key}`); // biome-ignore format: one line
    await user.click(await screen.findByRole('button', { name: word('newConnection') }));
    const drawer = await screen.findByRole('dialog', { name: word('newConnection') });
    const field = (name: string) => within(drawer).getByRole('textbox', { name: new RegExp(`^${name}`) });
    await user.click(within(drawer).getByRole('button', { name: word('save') }));
    await waitFor(() => expect(field(word('connectionName')).getAttribute('aria-invalid')).toBe('true'));
    expect(writes()).toEqual([]);
    await user.type(field(word('connectionName')), 'آب');
    await user.type(field(word('host')), at().hostname);
    await user.clear(field(word('port')));
    await user.type(field(word('port')), at().port);
    await user.type(field(word('databaseName')), 'no_such');
    await user.type(field(word('username')), at().username);
    await user.click(within(drawer).getByRole('button', { name: word('trial.try') }));
    await waitFor(() => expect(field(word('databaseName')).getAttribute('aria-invalid')).toBe('true'));
    const steps = within(drawer).getByRole('list', { name: t('layerSources.database.trial.title') });
    expect(within(steps).getAllByRole('listitem').map(({ dataset }) => dataset.state)).toEqual(['ok', 'ok', 'ok', 'failed', 'none']); // biome-ignore format: one line
    await user.clear(field(word('databaseName')));
    await user.type(field(word('databaseName')), database.name);
    await user.click(within(drawer).getByRole('button', { name: word('trial.try') }));
    await within(drawer).findByText(/برقرار است و ۱۵۲ جدول/);
    await user.click(within(drawer).getByRole('button', { name: word('save') }));
    // It is focusedName at once.
    await screen.findByRole('table', { name: t('layerSources.database.tables') });
    expect(writes().at(-2)?.body).toMatchObject({ label: 'آب', database: database.name });
  });

  /** The tables of the connection, as the editor sees them. */
  async function openTables() {
    const view = await open('editor');
    const { user, t } = view;
    await user.click(await screen.findByRole('combobox', { name: t('layerSources.database.connection') }));
    await user.click(await screen.findByRole('option', { name: /آب/ }));
    await screen.findByRole('table', { name: t('layerSources.database.tables') });
    return view;
  }

  it('a table is found, filtered, named and made a layer', async () => {
    const { user, t, writes, calls } = await openTables();
    expect(JSON.stringify(calls)).not.toContain(database.name);
    const word = (key: 'search' | 'create' | 'label' | 'addFilter' | 'columns') => t(`layerSources.database.${key}`);
    await user.type(screen.getByRole('textbox', { name: word('search') }), 'WELL');
    await screen.findByText(t('layerSources.database.shown', { n: '۱', m: '۱۵۲' }));
    await user.click(screen.getByRole('button', { name: 'wells' }));
    await screen.findByText(t('layerSources.database.rowsPass', { n: '۳۰', count: 30 }));
    const rows = screen.getByRole('table', { name: t('layerSources.database.firstRows') });
    expect(within(rows).getAllByRole('row').length).toBe(21);
    const label = screen.getByRole('textbox', { name: new RegExp(`^${word('label')}`) });
    expect((label as HTMLInputElement).value).toBe('wells');
    await user.clear(label);
    const columns = screen.getByRole('table', { name: word('columns') });
    const name = within(columns).getByRole('textbox', { name: t('layerSources.database.labelOf', { name: 'name' }) });
    await user.clear(name);
    await user.type(name, 'depth');
    await user.click(screen.getByRole('button', { name: word('create') }));
    await waitFor(() => expect(label.getAttribute('aria-invalid')).toBe('true'));
    await screen.findAllByText(t('layerSources.database.labelTwice'));
    await user.clear(name);
    await user.type(name, 'نام چاه');
    await user.type(label, 'چاه‌ها');
    await user.click(screen.getByRole('button', { name: word('create') }));
    await screen.findByText(t('layerBuilder.job.openRecords'), {}, { timeout: 20_000 });
    const order = writes().find(({ path }) => path === 'layershape/from_arcsde/')?.body;
    expect(order).toEqual({ arcsde: expect.any(Number), schema: 'public', table: 'wells', label: 'چاه‌ها', fields: ['id', 'name', 'depth'], labels: { name: 'نام چاه' }, schedule: { every: 'manual', edits: 'ours' } }); // biome-ignore format: one order
  });

  it('a table that says neither kind nor system wants both, and a key that repeats is refused at its field', async () => {
    const { user, t, writes } = await openTables();
    await user.type(screen.getByRole('textbox', { name: t('layerSources.database.search') }), 'mixed');
    await user.click(await screen.findByRole('button', { name: 'mixed' }));
    // Numbers are written with the decimal sign of the language, and all the decimals of the database.
    const rows = await screen.findByRole('table', { name: t('layerSources.database.firstRows') });
    expect(within(rows).getByRole('cell', { name: '۱٫۵۰' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: t('layerSources.database.create') }));
    const system = screen.getByRole('combobox', { name: new RegExp(`^${t('layerBuilder.crs.label')}`) });
    await waitFor(() => expect(system.getAttribute('aria-invalid')).toBe('true'));
    expect(writes().some(({ path }) => path === 'layershape/from_arcsde/')).toBe(false);
    // The systems are put in order when the arithmetic has come: an option that is clicked before would be gone.
    await user.click(system);
    await screen.findByText(t('layerBuilder.crs.fits'));
    await user.click(await screen.findByRole('option', { name: /EPSG:32639/ }));
    const kind = screen.getByRole('combobox', { name: new RegExp(`^${t('layerSources.database.kind')}`) });
    await user.click(kind);
    await user.click(await screen.findByRole('option', { name: new RegExp(t('layerSources.database.inFirstRows')) }));
    await foreign.query("update mixed set name = 'same'");
    await user.click(screen.getByRole('combobox', { name: t('layerSources.database.key') }));
    await user.click(await screen.findByRole('option', { name: 'name' }));
    await user.click(screen.getByRole('button', { name: t('layerSources.database.create') }));
    const key = screen.getByRole('combobox', { name: t('layerSources.database.key') });
    await waitFor(() => expect(key.getAttribute('aria-invalid')).toBe('true'));
    await screen.findByText(/ردیف‌ها را از هم جدا نمی‌کند/);
  });

  it('the tables are walked through by keys alone', async () => {
    const { user, t } = await openTables();
    // Few enough to stand in the document, which has no heights here.
    await user.type(screen.getByRole('textbox', { name: t('layerSources.database.search') }), 'many.t1');
    const list = screen.getByRole('table', { name: t('layerSources.database.tables') });
    const names = within(list).getAllByRole('button');
    expect(names.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    names[0]?.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const focusedName = document.activeElement?.textContent ?? '';
    expect(focusedName).toBe(names[2]?.textContent);
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: t('layerSources.database.otherTable') });
  });

  it('the layer is read again from the list of layers, with what came of it', async () => {
    await foreign.query(
      "insert into wells values (100, 'new', 1, 'SRID=4326;POINT(51 36)'); delete from wells where id = 1",
    );
    const { user, t, openActs, writes } = await renderScreen((who) => <LayersScreen who={who} SyncDialog={SyncDialog} />, { role: 'editor', path: '/app/layers' }); // biome-ignore format: one call
    await screen.findByRole('table');
    await openActs('شهرها');
    await screen.findAllByRole('menuitem');
    expect(screen.queryByRole('menuitem', { name: t('layers.actions.sync') })).toBeNull();
    await user.keyboard('{Escape}');
    await openActs('چاه‌ها');
    await user.click(await screen.findByRole('menuitem', { name: t('layers.actions.sync') }));
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('button', { name: t('layerSources.sync.now') }));
    const count = (key: 'added' | 'removed') =>
      within(dialog)
        .getByText(t(`layerSources.sync.${key}`))
        .parentElement?.textContent?.slice(-1);
    await waitFor(() => expect([count('added'), count('removed')]).toEqual(['۱', '۱']), { timeout: 20_000 });
    await user.click(within(dialog).getByRole('combobox', { name: t('layerSources.schedule.every') }));
    await user.click(await screen.findByRole('option', { name: t('layerSources.schedule.times.daily') }));
    await user.click(within(dialog).getByRole('radio', { name: t('layerSources.schedule.decisions.theirs.label') }));
    await user.click(within(dialog).getByRole('button', { name: t('layerSources.sync.save') }));
    await within(dialog).findByText(/همگام‌سازی بعدی/);
    expect(writes().at(-1)).toMatchObject({ method: 'PATCH', body: { every: 'daily', hour: 3, edits: 'theirs' } });
  });

  it('rows and key are changed later, a key that repeats is refused at its field, and a conflict leads to its feature', async () => {
    await foreign.query('create table taps (id int primary key, code text, twin int); insert into taps select i, chr(96 + i), 1 from generate_series(1, 4) i'); // biome-ignore format: one query
    const call = async (method: string, path: string, body?: object) => (await world.call('editor', method, path, body)).body; // biome-ignore format: one line
    const arcsde = (await call('GET', '/api/arcsde/')).results[0].id;
    const order = await call('POST', '/api/layershape/from_arcsde/', { arcsde, schema: 'public', table: 'taps', label: 'شیرها' }); // biome-ignore format: one line
    const job = async () => call('GET', `/api/job/${order.id}/`);
    await waitFor(async () => expect((await job()).state).toBe('done'), { timeout: 20_000 });
    const { layer } = await job();
    const id = (await call('GET', `/api/layerdata/?layer=${layer}&value__code=b`)).results[0].id;
    await call('PUT', `/api/layerdata/${id}/`, { value: { twin: 7 } });
    await foreign.query('update taps set twin = 2 where id = 2');

    const { user, t, writes } = await renderScreen(<SyncDialog layer={{ id: layer, label: 'شیرها' }} onClose={() => {}} />, { role: 'editor' }); // biome-ignore format: one call
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('button', { name: t('layerSources.sync.now') }));
    const link = await within(dialog).findByRole('link', {}, { timeout: 20_000 });
    expect(link.getAttribute('href')).toBe(`/app/layer-data/${layer}?record=${id}`);
    await user.click(within(dialog).getByRole('button', { name: t('layerSources.source.open') }));
    const key = () => within(dialog).getByRole('combobox', { name: t('layerSources.database.key') });
    const choose = async (name: string) => {
      await user.click(await waitFor(key));
      await user.click(await screen.findByRole('option', { name }));
      await user.click(within(dialog).getByRole('button', { name: t('layerSources.sync.save') }));
    };
    await choose('twin');
    await waitFor(() => expect(key().getAttribute('aria-invalid')).toBe('true'));
    await choose('code');
    await waitFor(async () => expect(await call('GET', `/api/layershape/${layer}/sync/`)).toMatchObject({ key: 'code', where: null })); // biome-ignore format: one line
    expect(writes().at(-1)?.body).toEqual({ every: 'manual', edits: 'ours', key: 'code' });
  });
});
