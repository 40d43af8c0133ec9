// The statistics dashboard as somebody uses it: a question that answers by itself, a group that opens its records, and what is kept.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Who } from '@/lib/routes/rules';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { StatsDashboardScreen } from './stats-dashboard';

const PATH = '/app/stats-dashboard';
let layer: number;

/** Twelve shops: 6 of kind a, 4 of b, 2 without; in two Jalali months, one apart. */
const SHOPS = Array.from({ length: 12 }, (_, i) => ({
  kind: i < 6 ? 'a' : i < 10 ? 'b' : null,
  staff: i,
  // 30 Esfand 1403 and 21 Ordibehesht 1404: Farvardin between them has none.
  opened: i % 2 ? '2025-03-20' : '2025-05-11',
}));

beforeAll(async () => {
  const form = [
    { name: 'kind', label: 'نوع', type: 'choice', choices: [{ value: 'a', label: 'نانوایی' }, { value: 'b', label: 'کتاب‌فروشی' }] },
    { name: 'staff', label: 'کارکنان', type: 'integer' },
    { name: 'opened', label: 'گشایش', type: 'date' },
  ]; // biome-ignore format: fields
  layer = (await world.form('super', '/api/layer/', { label: 'فروشگاه‌ها', type: 1, form })).body.id;
  for (const [i, { kind, ...value }] of SHOPS.entries())
    await world.call('super', 'POST', '/api/layerdata/', { layer, value: { ...value, ...(kind ? { kind } : {}) }, geometry: { type: 'Point', coordinates: [51 + i / 100, 35] } }); // biome-ignore format: one call
});
afterEach(resetScreen);
afterAll(closeWorld);

const open = (query = '', role: 'super' | 'editor' = 'super', as?: (who: Who | null) => Who | null) =>
  renderScreen((who) => <StatsDashboardScreen who={as ? as(who) : who} />, { role, path: `${PATH}${query}` });
const bars = async () =>
  (await screen.findAllByRole('button', { pressed: false })).map(({ textContent }) => textContent);

describe('the statistics dashboard', () => {
  it('begins with three questions from real layers and answers the one that is opened', async () => {
    const { user, t, address } = await open();
    const list = await screen.findByRole('list', { name: t('dashboards.stats.examples') });
    const example = await within(list).findByRole('button', { name: /^فروشگاه‌ها/ });
    await user.click(example);
    await waitFor(() => expect(address()).toContain(`layer=${layer}`));
    await screen.findByRole('button', { name: /نانوایی.*۶/ });
  });

  it('groups by a choice, opens a group as a chip and marks its records', async () => {
    const { user, t, address, calls } = await open(`?layer=${layer}`);
    const by = await screen.findByRole('combobox', { name: t('dashboards.stats.groupBy') });
    await user.click(by);
    await user.click(await screen.findByRole('option', { name: 'نوع' }));
    const bar = await screen.findByRole('button', { name: /نانوایی.*۶/ });
    expect((await bars()).filter((text) => /[۰-۹]$/.test(text ?? ''))).toEqual([
      'نانوایی۶',
      'کتاب‌فروشی۴',
      `${t('dashboards.stats.noValue')}۲`,
    ]);
    await user.click(bar);
    await screen.findByRole('button', { name: t('dashboards.stats.leaveGroup', { name: 'نانوایی' }) });
    expect(address()).toContain('group="a"');
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'layerdata_query/')?.body.query).toEqual({
        field: 'kind',
        is: 'eq',
        value: 'a',
      }),
    );
    const link = screen.getByRole('link', { name: t('dashboards.stats.groupRecords') });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      `/app/layer-data/${layer}?filter={"field":"kind","is":"eq","value":"a"}`,
    );
  });

  it('measures, sorts by the measure, and forgets the sort with it', async () => {
    const { user, t, address, calls } = await open(`?layer=${layer}&by=~kind&m=sum.staff&sort=sum.staff`);
    // b: 6 + 7 + 8 + 9; without: 10 + 11; a: 0..5.
    await waitFor(() =>
      expect(calls.find(({ path }) => path.startsWith('report/'))?.body).toMatchObject({ sort_by: 0 }),
    );
    await screen.findByRole('button', { name: /کتاب‌فروشی/ });
    await user.click(screen.getByRole('radio', { name: t('dashboards.stats.charts.table') }));
    const rows = await screen.findAllByRole('row');
    expect(rows.slice(1).map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))).toEqual([['۴', '۳۰', '۳۳٫۳'], ['۲', '۲۱', '۱۶٫۷'], ['۶', '۱۵', '۵۰']]); // biome-ignore format: one table
    await user.click(screen.getByRole('button', { name: t('dashboards.stats.removeMeasure', { n: 1 }) }));
    await waitFor(() => expect(address()).not.toContain('sort='));
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({ layer, group_by: { field: 'kind' }, sort_by: 'count', limit: 25 }),
    );
  });

  it('shows each group in parts, by intervals of a number', async () => {
    const { t } = await open(`?layer=${layer}&by=~kind&split=3~staff`);
    const table = await screen.findByRole('table', { name: t('dashboards.stats.count') });
    const cells = within(table).getAllByRole('row').map((row) => [...row.children].slice(1).map(({ textContent }) => textContent)); // biome-ignore format: one table
    // a: 0..5, b: 6..9, without: 10 and 11.
    expect(cells).toEqual([['۰ تا ۳', '۳ تا ۶', '۶ تا ۹', '۹ تا ۱۲'], ['۳', '۳', '۰', '۰'], ['۰', '۰', '۳', '۱'], ['۰', '۰', '۰', '۲']]); // biome-ignore format: one table
    expect(screen.getByRole('radio', { name: t('dashboards.stats.charts.donut') }).hasAttribute('disabled')).toBe(true);
  });

  it('groups by a field of the records that the layer belongs to, and says so', async () => {
    const owners = (await world.form('super', '/api/layer/', { label: 'مالکان', type: 0, form: [{ name: 'code', label: 'کد', type: 'text', unique: true }, { name: 'city', label: 'شهر', type: 'text' }] })).body.id; // biome-ignore format: one layer
    const stalls = (await world.form('super', '/api/layer/', { label: 'غرفه‌ها', type: 1, form: [{ name: 'of', label: 'کد مالک', type: 'text' }] })).body.id; // biome-ignore format: one layer
    const ends = { parent_layer: owners, parent_field: 'code', child_layer: stalls, child_field: 'of', kind: 'many', on_delete: 'block', required: false }; // biome-ignore format: one relation
    const { status } = await world.call('super', 'POST', '/api/relation/', { name: 'غرفه‌ها', ...ends, label: 'غرفه‌ها', back_label: 'مالک', title: null, columns: [] }); // biome-ignore format: one call
    expect(status).toBe(200);
    for (const [code, city] of [['1', 'ساری'], ['2', 'قم'], ['3', 'ساری']]) await world.call('super', 'POST', '/api/layerdata/', { layer: owners, geometry: null, value: { code, city } }); // biome-ignore format: one call
    for (const of of ['1', '1', '2', '3', '']) await world.call('super', 'POST', '/api/layerdata/', { layer: stalls, geometry: { type: 'Point', coordinates: [51, 35] }, value: of ? { of } : {} }); // biome-ignore format: one call
    const { user, t, address, calls } = await open(`?layer=${stalls}`);
    await user.click(await screen.findByRole('combobox', { name: t('dashboards.stats.groupBy') }));
    await user.click(await screen.findByRole('option', { name: 'شهر' }));
    await waitFor(() => expect(address()).toContain('by='));
    const table = await screen.findByRole('table', { name: t('dashboards.stats.count') });
    await waitFor(() => expect(within(table).getAllByRole('row').slice(1).map(({ textContent }) => textContent)).toEqual(['ساری۳۶۰', 'قم۱۲۰', `${t('dashboards.stats.noValue')}۱۲۰`])); // biome-ignore format: one table
    expect(screen.getAllByText(/شهر \(مالک\)/).length).toBeGreaterThan(0);
    const opened = async () => {
      const link = screen.getByRole('link', { name: t('dashboards.stats.groupRecords') }).getAttribute('href');
      const query = JSON.parse(new URL(link ?? '', 'https://x').searchParams.get('filter') ?? '');
      const { body } = await world.call('super', 'POST', '/api/layerdata_query/', { layer: stalls, query });
      return body.results.map(({ value }: { value: { of?: string } }) => value.of ?? '').sort();
    };
    // A group opens its records: of the stalls whose owner lives there, and of those without an owner.
    await user.click(screen.getByRole('button', { name: /ساری/ }));
    await screen.findByRole('button', { name: t('dashboards.stats.leaveGroup', { name: 'ساری' }) });
    expect(await opened()).toEqual(['1', '1', '3']);
    // The map marks them.
    const related = {
      relation: expect.any(String),
      side: 'parents',
      related: { field: 'city', is: 'eq', value: 'ساری' },
    };
    await waitFor(() => expect(calls.filter(({ path }) => path === 'layerdata_query/').at(-1)?.body.query).toEqual(related)); // biome-ignore format: one query
    await user.click(screen.getByRole('button', { name: new RegExp(t('dashboards.stats.noValue')) }));
    await screen.findByRole('button', { name: t('dashboards.stats.leaveGroup', { name: t('dashboards.stats.noValue') }) }); // biome-ignore format: one press
    expect(await opened()).toEqual(['']);
    expect(address()).toContain('group=');
  });

  it('asks by the fields of related features, and says where a relation is gone', async () => {
    const { body } = await world.call('super', 'GET', '/api/relation/');
    const { key, child } = body.results.find(({ name }: { name: string }) => name === 'غرفه‌ها');
    const query = (name: string) => `map.tools.query.${name}` as 'map.tools.query.value';
    const { user, t, address } = await open(`?layer=${child.layer}`);
    await user.click(await screen.findByRole('button', { name: t('dashboards.stats.addFilter') }));
    await user.click(await screen.findByRole('button', { name: t(query('related.add')) }));
    await user.click(await screen.findByRole('menuitem', { name: t('map.tools.query.related.addOn', { of: 'مالک' }) }));
    await waitFor(() => expect(decodeURIComponent(address())).toContain(`"relation":"${key}"`));
    expect((await screen.findAllByText('۴')).length).toBeGreaterThan(0);
    await user.click(await screen.findByRole('combobox', { name: t(query('related.quantity')) }));
    await user.click(await screen.findByRole('option', { name: t(query('related.none')) }));
    await waitFor(() => expect(decodeURIComponent(address())).toContain('"not":{"relation"'));
    expect((await screen.findAllByText('۱')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: t(query('removeRule')) }));
    await waitFor(() => expect(address()).not.toContain('relation'));
    expect((await screen.findAllByText('۵')).length).toBeGreaterThan(0);
  });

  it('says of a condition on a relation that is gone that it is one, and no more', async () => {
    const rule = encodeURIComponent(JSON.stringify({ and: [{ relation: '999999', side: 'parents', related: { field: 'x', is: 'empty' } }] })); // biome-ignore format: one rule
    const { t } = await open(`?layer=${layer}&filter=${rule}`);
    await screen.findByText(t('map.tools.query.related.gone'));
    await screen.findByRole('button', { name: t('common.retry') });
  });

  it('keeps a question and opens it again', async () => {
    onTestFinished(async () => {
      const { body } = await world.call('super', 'GET', '/api/question/');
      for (const { id } of body) await world.call('super', 'DELETE', `/api/question/${id}/`);
    });
    const { user, t, address } = await open(`?layer=${layer}&by=month~opened&chart=line`);
    await user.click(await screen.findByRole('button', { name: t('dashboards.stats.saved.save') }));
    await user.type(await screen.findByRole('textbox', { name: t('dashboards.stats.saved.name') }), 'ماه‌ها');
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: t('dashboards.stats.saved.save') }),
    );
    await screen.findByText(t('dashboards.stats.saved.done', { name: 'ماه‌ها' }));
    const table = await screen.findByRole('table', { name: t('dashboards.stats.count') });
    // Farvardin has none and stands between them all the same.
    expect(within(table).getAllByRole('row').slice(1).map(({ textContent }) => textContent)).toEqual(['اسفند ۱۴۰۳۶۵۰', 'فروردین ۱۴۰۴۰۰', 'اردیبهشت ۱۴۰۴۶۵۰']); // biome-ignore format: one table
    await user.click(screen.getByRole('radio', { name: t('dashboards.stats.charts.bar') }));
    await waitFor(() => expect(address()).not.toContain('chart='));
    await user.click(screen.getByRole('button', { name: t('dashboards.stats.saved.title') }));
    await user.click(await screen.findByRole('button', { name: 'ماه‌ها' }));
    await waitFor(() => expect(address()).toContain('chart=line'));
    expect(address()).toContain('by=month~opened');
  });

  it('shares a question, which others then find by the name of its owner', async () => {
    const { user, t } = await open();
    await world.call('super', 'POST', '/api/question/', { label: 'شمار فروشگاه‌ها', address: `layer=${layer}` });
    await user.click(await screen.findByRole('button', { name: t('dashboards.stats.saved.title') }));
    await user.click(await screen.findByRole('button', { name: t('dashboards.stats.saved.acts', { name: 'شمار فروشگاه‌ها' }) })); // biome-ignore format: one press
    await user.click(await screen.findByRole('menuitem', { name: t('dashboards.stats.saved.share') }));
    await user.click(await screen.findByRole('radio', { name: t('dashboards.stats.sharing.audiences.all') }));
    await user.click(screen.getByRole('button', { name: t('common.save') }));
    await screen.findByText(t('dashboards.stats.saved.shared.all'));
    const [question] = (await world.call('super', 'GET', '/api/question/')).body.filter(({ label }: { label: string }) => label === 'شمار فروشگاه‌ها'); // biome-ignore format: one line
    expect(question.audience).toBe('all');
  });

  it('says that a number is a part where the layer is larger than what is counted', async () => {
    const { t } = await open(`?layer=${layer}&by=~kind`);
    const ask = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const response = await ask(input, init);
      if (!String(input instanceof Request ? input.url : input).includes('report/statistics')) return response;
      return Response.json({ ...(await response.json()), capped: true });
    };
    await screen.findByText(t('dashboards.stats.capped'));
    await screen.findByRole('button', { name: /نانوایی.*۶/ });
    expect(screen.getByText('۱۲+')).toBeTruthy();
  });

  it('says what is wrong with a question that is refused, and nothing of numbers', async () => {
    // A month of a choice.
    const { t } = await open(`?layer=${layer}&by=month~kind`);
    // The map, which jsdom does not draw, has an alert of its own.
    await screen.findByRole('button', { name: t('common.retry') });
    expect(screen.queryByText(t('dashboards.stats.capped'))).toBeNull();
    expect(document.body.textContent).not.toContain('۱۲');
  });

  it('goes through time on the map by steps and keys, and marks the records of each', async () => {
    const { user, t, calls, address } = await open(`?layer=${layer}`);
    await user.click(await screen.findByRole('button', { name: t('dashboards.stats.time.open') }));
    const slider = await screen.findByRole('slider', { name: t('common.time.title') });
    expect(address()).toContain('time=1');
    // 30 Esfand 1403 and 21 Ordibehesht 1404, with Farvardin between them; it begins at the newest.
    expect([slider.getAttribute('max'), slider.getAttribute('aria-valuetext')]).toEqual(['2', 'اردیبهشت ۱۴۰۴']);
    const rules = () => calls.filter(({ path }) => path === 'layerdata_query/').map(({ body }) => body.query);
    await waitFor(() => expect(rules().at(-1)).toEqual({ field: 'opened', is: 'between', value: ['2025-04-21', '2025-05-21'] })); // biome-ignore format: one rule
    await user.keyboard('[BracketLeft]');
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('فروردین ۱۴۰۴'));
    await user.click(screen.getByRole('button', { name: t('common.time.before') }));
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('اسفند ۱۴۰۳'));
    await waitFor(() => expect(rules().at(-1)).toEqual({ field: 'opened', is: 'between', value: ['2025-02-19', '2025-03-20'] })); // biome-ignore format: one rule
    // By itself: from the first to the second.
    await user.keyboard('p');
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('فروردین ۱۴۰۴'), { timeout: 5000 });
    await user.click(screen.getByRole('button', { name: t('common.time.pause') }));
    await user.click(screen.getByRole('button', { name: t('common.time.close') }));
    await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
    expect(address()).not.toContain('time=');
  });

  it('says why it has no answer, and asks again', async () => {
    const { t } = await open('?layer=999999');
    await screen.findByRole('alert');
    expect(screen.getByRole('button', { name: t('common.retry') })).toBeTruthy();
  });

  it('offers people only to those who hold the dashboards', async () => {
    const { t } = await open(`?layer=${layer}`, 'super', () => ({
      superuser: false,
      modules: [],
      perms: ['create_statistics'],
    }));
    await screen.findByRole('combobox', { name: t('dashboards.stats.groupBy') });
    expect(screen.queryByRole('combobox', { name: t('dashboards.stats.people') })).toBeNull();
  });

  it('puts a question on a new dashboard and on one that is there', async () => {
    const { user, t } = await open(`?layer=${layer}`);
    const pin = async (board: string, label?: string) => {
      await user.click(await screen.findByRole('button', { name: t('dashboards.stats.pin.title') }));
      const dialog = await screen.findByRole('dialog', { name: t('dashboards.stats.pin.title') });
      await user.click(within(dialog).getByRole('combobox', { name: t('dashboards.stats.pin.board') }));
      await user.click(await screen.findByRole('option', { name: board }));
      if (label) await user.type(within(dialog).getByRole('textbox', { name: new RegExp(t('dashboards.stats.pin.label')) }), label); // biome-ignore format: one field
      await user.click(within(dialog).getByRole('button', { name: t('dashboards.stats.pin.confirm') }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await pin(t('dashboards.stats.pin.new'), 'بازار');
    await pin('بازار');
    const { body } = await world.call('super', 'GET', '/api/dashboard/');
    const { id } = body.find((one: { label: string }) => one.label === 'بازار');
    const { widgets } = (await world.call('super', 'GET', `/api/dashboard/${id}/`)).body;
    expect(widgets.map(({ kind, question }: { kind: string; question: { layer: number } }) => [kind, question.layer])).toEqual([['number', layer], ['number', layer]]); // biome-ignore format: one line
  });
});
