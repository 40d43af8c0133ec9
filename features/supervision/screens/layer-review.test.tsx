// A review by keys alone, what is refused, what changed meanwhile, reasons as templates, and the own work.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { LayerReviewJoined } from '@/app/app/review-joined';
import { PASSWORD } from '@/testing/people';
import { renderScreen, world } from '@/testing/render-screen';

let layer: number;

/** A supervised table of the superuser in which editors work. */
async function makeLayer(label: string): Promise<number> {
  const form = JSON.stringify([
    { name: 'name', label: 'نام', type: 'text' },
    { name: 'note', label: 'شرح', type: 'text' },
  ]);
  const { body } = await world.form('super', '/api/layer/', { label, type: 0, form, supervised: 'true' });
  const roles = (await world.call('super', 'GET', '/api/group/?limit=100')).body.results;
  const group = roles.find(({ name }: { name: string }) => name === 'editing').id;
  const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: false };
  await world.call('super', 'POST', `/api/layerpermission/?layer=${body.id}`, { permissions: [{ group, ...rights }] });
  return body.id;
}
const add = async (as: string, name: string): Promise<number> =>
  (await world.call(as, 'POST', '/api/layerdata/', { layer, value: { name }, geometry: null })).body.id;
const read = async (id: number) => (await world.call('super', 'GET', `/api/layerdata/${id}/`)).body;
const open = (query = '') =>
  renderScreen(<LayerReviewJoined id={layer} />, {
    role: 'super',
    path: `/app/supervision/layer-data/${layer}${query}`,
  });
const title = (name: string) => screen.findByText(name, { selector: 'dd, dd *' });

beforeAll(async () => {
  layer = await makeLayer('بازدید');
});

it('is done by one press a record, the oldest first, and takes the next one by itself', async () => {
  const ids = [await add('editor', 'یک'), await add('editor', 'دو'), await add('editor', 'سه')];
  const { user, writes } = await open();
  for (const name of ['یک', 'دو', 'سه']) {
    await title(name);
    await user.keyboard('[KeyA]');
  }
  await waitFor(async () => {
    for (const id of ids) expect((await read(id)).status.id).toBe(3);
  });
  const verdicts = writes().filter(({ method }) => method === 'PUT');
  expect(verdicts.map(({ path }) => path)).toEqual(ids.map((id) => `supervision/${id}/`));
});

it('sends back with a reason that is kept, by two presses the next time', async () => {
  const [first, second] = [await add('editor', 'چهار'), await add('editor', 'پنج')];
  const { user, t } = await open();
  await title('چهار');
  await user.keyboard('[KeyR]');
  await user.type(
    await screen.findByRole('textbox', { name: new RegExp(`^${t('supervision.reason.label')}`) }),
    'ناقص',
  );
  await user.click(screen.getByRole('button', { name: t('supervision.reason.keep') }));
  await screen.findByRole('list', { name: t('supervision.reason.templates') });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await title('پنج');
  await user.keyboard('[KeyR]');
  await screen.findByRole('list', { name: t('supervision.reason.templates') });
  await user.keyboard('[Digit1]');
  await waitFor(async () => {
    for (const id of [first, second]) {
      const record = await read(id);
      expect([record.status.id, record.verdict?.reason]).toEqual([4, 'ناقص']);
    }
  });
});

it('brings the record back where it has changed, with its new values', async () => {
  const id = await add('editor', 'شش');
  const { user, t } = await open();
  await title('شش');
  await world.call('editor', 'PUT', `/api/layerdata/${id}/`, { value: { name: 'هفت' } });
  await user.keyboard('[KeyA]');
  await screen.findByText(t('supervision.changedMeanwhile'));
  await title('هفت');
  expect((await read(id)).status.id).toBe(1);
  await user.keyboard('[KeyA]');
  await waitFor(async () => expect((await read(id)).status.id).toBe(3));
});

it('refuses the own work with its reason, and takes an approval back', async () => {
  const own = await add('super', 'هشت');
  const others = await add('editor', 'نه');
  const { user, t } = await open();
  await title('هشت');
  expect(screen.getByRole('note').textContent).toMatch(/./);
  await user.keyboard('[KeyA]');
  await user.keyboard('[KeyJ]');
  await title('نه');
  await user.keyboard('[KeyA]');
  await user.click(await screen.findByRole('button', { name: t('supervision.undo') }));
  await waitFor(async () => expect((await read(others)).status.id).toBe(1));
  expect((await read(own)).status.id).toBe(1);
});

it('judges what is selected but the own work', async () => {
  const { user, t } = await open();
  await title('هشت');
  await user.keyboard('[KeyX]');
  await user.keyboard('[KeyJ]');
  await title('نه');
  await user.keyboard('[KeyX]');
  const bar = await screen.findByRole('region', { name: t('supervision.bulk.title') });
  within(bar).getByText(new RegExp(t('supervision.bulk.own', { n: '۱', count: 1 })));
  await user.click(within(bar).getByRole('button', { name: t('supervision.bulk.approve') }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: t('supervision.bulk.approve') }),
  );
  await waitFor(() => expect(screen.queryByText('نه')).toBeNull());
});

it('leaves selected work that was changed meanwhile, and judges it when it is selected anew', async () => {
  layer = await makeLayer('دست‌خورده');
  const [changed, still] = [await add('editor', 'بیست'), await add('editor', 'سی')];
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  onTestFinished(() => height.mockRestore());
  const { user, t } = await open();
  await title('بیست');
  const select = async (name: string) =>
    user.click(await screen.findByRole('checkbox', { name: t('supervision.queue.select', { name }) }));
  const approve = async () => {
    const bar = await screen.findByRole('region', { name: t('supervision.bulk.title') });
    await user.click(within(bar).getByRole('button', { name: t('supervision.bulk.approve') }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: t('supervision.bulk.approve') }));
  };
  await select('بیست');
  await select('سی');
  await world.call('editor', 'PUT', `/api/layerdata/${changed}/`, { value: { name: 'بیست نو' } });
  await approve();
  const refused = await screen.findByRole('dialog', { name: t('supervision.bulk.refusedTitle', { n: '۱' }) });
  expect(within(refused).getByRole('listitem').textContent).toBe('بیست نو · editor');
  expect([(await read(changed)).status.id, (await read(still)).status.id]).toEqual([1, 3]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('region', { name: t('supervision.bulk.title') })).toBeNull();
  await title('بیست نو');
  await select('بیست نو');
  await approve();
  await waitFor(async () => expect((await read(changed)).status.id).toBe(3));
});

it('is filtered and sorted by the call, and walked through in that order', async () => {
  layer = await makeLayer('ترتیب');
  await add('editor', 'ب');
  await add('editor', 'پ');
  const edited = await add('editor', 'الف');
  await world.call('super', 'PUT', `/api/supervision/${edited}/`, { action: 'approve' });
  await world.call('editor', 'PUT', `/api/layerdata/${edited}/`, { value: { note: 'شور' } });
  const { user, t } = await open('?order=-value__name');
  const order = await screen.findByRole('combobox', { name: t('supervision.orders.label') });
  await waitFor(() => expect((order as HTMLInputElement).value).toBe('نام'));
  await title('پ');
  await user.keyboard('[KeyJ]');
  await title('ب');
  await user.click(screen.getByRole('button', { name: t('supervision.orders.turnUp') }));
  await screen.findByText('شور');
  await user.keyboard('[KeyJ]');
  await title('ب');
  const kind = screen.getByRole('combobox', { name: t('supervision.filters.kind') });
  await user.click(kind);
  await user.click(await screen.findByRole('option', { name: t('supervision.kinds.values') }));
  await screen.findByText(t('supervision.queue.progress', { done: '۰', total: '۱' }));
  expect(new URLSearchParams(location.search).get('kind')).toBe('values');
  await user.click(kind);
  await user.click(await screen.findByRole('option', { name: t('supervision.kinds.shape') }));
  await user.click(await screen.findByRole('button', { name: t('supervision.queue.clearFilters') }));
  await screen.findByText(t('supervision.queue.progress', { done: '۰', total: '۳' }));
});

it('judges all of one person at once, whose work stops coming where that is cancelled, whose returns it tells, and names what was refused', async () => {
  layer = await makeLayer('نفر به نفر');
  const ids: number[] = [];
  for (const name of ['چهارده', 'پانزده', 'شانزده']) ids.push(await add('editor', name));
  const [returned, meanwhile] = ids as [number, number];
  await world.call('super', 'PUT', `/api/supervision/${returned}/`, { action: 'return', reason: 'تار است' });
  await world.call('editor', 'PUT', `/api/layerdata/${returned}/`, { value: { note: 'ب' } });
  const shared = await add('editor', 'هفده');
  for (const as of ['super', 'editor'])
    await world.call(as, 'PUT', `/api/layerdata/${shared}/`, { value: { note: as } });
  await add('super', 'هجده');
  // What has no height shows no rows.
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  onTestFinished(() => height.mockRestore());
  const { user, t } = await open('?order=person');
  const who = '\u2068editor\u2069';
  const ask = async () =>
    user.click(await screen.findByRole('button', { name: t('supervision.people.approve', { who }) }));
  const { fetch } = globalThis;
  let signal: AbortSignal | null | undefined;
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes('sender=')) return fetch(input, init);
    signal = init?.signal;
    return new Promise<Response>(() => {});
  };
  await ask();
  const wait = await screen.findByRole('dialog');
  within(wait).getByText(t('supervision.bulk.reading', { n: '۰' }));
  await waitFor(() => expect(signal?.aborted).toBe(false));
  await user.click(within(wait).getByRole('button', { name: t('supervision.bulk.cancel') }));
  expect(signal?.aborted).toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  globalThis.fetch = fetch;
  await ask();
  await screen.findByText(new RegExp(t('supervision.bulk.confirmOf', { n: '۳', count: 3, who })));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(`${t('supervision.bulk.confirmOf', { n: '۳', count: 3, who })} ${t('supervision.bulk.own', { n: '۱', count: 1 })}`); // biome-ignore format: one line
  within(dialog).getByText(t('supervision.bulk.returned', { n: '۱', count: 1 }));
  within(dialog).getByText('تار است');
  await world.call('super', 'PUT', `/api/supervision/${meanwhile}/`, { action: 'approve' });
  await user.click(within(dialog).getByRole('button', { name: t('supervision.bulk.approve') }));
  const refused = await screen.findByRole('dialog', { name: t('supervision.bulk.refusedTitle', { n: '۱' }) });
  expect(within(refused).getByRole('listitem').textContent).toBe('پانزده · editor');
  expect(within(refused).getByRole('heading', { level: 3 }).textContent).toMatch(/./);
  for (const id of ids) expect((await read(id)).status.id).toBe(3);
  expect((await read(shared)).status.id).toBe(1);
  await user.keyboard('{Escape}');
  // All that is left is the own work.
  await waitFor(() => expect(screen.getAllByRole('button', { name: t('supervision.people.own') }).length).toBe(4));
});

it('passes what another reviewer looks at, and leaves what has been judged meanwhile', async () => {
  layer = await makeLayer('دو ناظر');
  const group = (await world.call('super', 'POST', '/api/group/', { name: 'judging', modules: [10] })).body.id;
  await world.form('super', '/api/users/', { username: 'judge', password: PASSWORD, groups: group });
  const rights = { view: true, add: false, edit: false, delete: false, export: false, approve: true };
  await world.call('super', 'POST', `/api/layerpermission/?layer=${layer}`, { permissions: [{ group, ...rights }] });
  const ids: number[] = [];
  for (const name of ['ده', 'یازده', 'دوازده', 'سیزده']) ids.push(await add('editor', name));
  const { user, t, writes } = await open();
  await title('ده');
  await world.call('judge', 'POST', `/api/supervision/${ids[1]}/look/`);
  await user.keyboard('[KeyA]');
  await title('دوازده');
  await world.call('judge', 'PUT', `/api/supervision/${ids[2]}/`, { action: 'approve' });
  await user.keyboard('[KeyA]');
  await screen.findByText(t('supervision.judgedBy', { who: '\u2068judge\u2069' }));
  await title('سیزده');
  expect(writes().filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([0, 2].map((at) => `supervision/${ids[at]}/`)); // biome-ignore format: one row
  expect((await read(ids[1] as number)).status.id).toBe(1);
});
