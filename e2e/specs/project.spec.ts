// A project from its draft to its end by five people, each in a browser of their own.
import type { Page } from '@playwright/test';
import { createBrowser } from '../../testing/browser';
import { expect, num, say, test, text } from '../fixtures';
import { jsonOf } from '../layers';
import { newPerson, newSupervisedLayer, openAs } from '../people';

const { projects, supervision } = text;
const { tasks, steps, form, cut } = projects;
const NAME = 'برداشت چاه‌های تهران';
/** Somebody of this attempt: those of the one before are still there. */
const nameOf = (name: string) => name + 'r'.repeat(test.info().retry);

const step = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function pick(page: Page, label: string, options: string[]): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.click();
  for (const option of options) await page.getByRole('option', { name: option }).click();
  await page.keyboard.press('Escape');
}

/** One act of a cell, by its menu. */
async function act(page: Page, cell: string, name: string): Promise<void> {
  await page.getByRole('button', { name: say(tasks.actsOf, { name: cell }), exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
/** The middle of the box of an area, in degrees. */
function middleOf(coordinates: unknown[]): number[] {
  const numbers = coordinates.flat(4) as number[];
  return [0, 1].map((axis) => {
    const all = numbers.filter((_, i) => i % 2 === axis);
    return (Math.min(...all) + Math.max(...all)) / 2;
  });
}

const cell = (page: Page, name: string) =>
  page
    .getByRole('list', { name: tasks.label })
    .getByRole('listitem')
    .filter({ hasText: say(tasks.name, { name }) });

test('a project goes from its draft to its end by five people', async ({ browser, baseURL, removesLayers }) => {
  void removesLayers;
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('super');
  const layer = await newSupervisedLayer(hand, 'چاه‌های برداشت');
  await newPerson(hand, nameOf('leader'), layer, { modules: [17], rights: ['view'] });
  for (const name of ['digger1', 'digger2'])
    await newPerson(hand, nameOf(name), layer, { rights: ['view', 'add', 'edit'] });
  await newPerson(hand, nameOf('checker1'), layer, { modules: [10], rights: ['view', 'approve'] });
  await newPerson(hand, nameOf('checker2'), layer, {
    modules: [10],
    perms: ['second_approval'],
    rights: ['view', 'approve'],
  });

  const [leader] = await openAs(browser, nameOf('leader'), '/app/project/new');
  await leader.getByRole('textbox', { name: form.name }).fill(NAME);
  await pick(leader, form.region, ['تهران']);
  await pick(leader, form.layers, ['چاه‌های برداشت']);
  await pick(leader, form.members, ['digger1', 'digger2'].map(nameOf));
  await pick(leader, form.supervisors, ['checker1', 'checker2'].map(nameOf));
  await leader.getByText(form.two, { exact: true }).click();
  await step(leader, form.create);
  await leader.waitForURL(/project-details\/\d+/);
  const id = Number(/project-details\/(\d+)/.exec(leader.url())?.[1]);
  await leader.getByRole('tab', { name: projects.tabs.map }).click();
  await step(leader, tasks.cut);
  await leader.getByRole('textbox', { name: cut.size }).fill('60');
  await step(leader, cut.try);
  await expect(leader.getByText(say(cut.count, { n: '۴' }))).toBeVisible();
  await step(leader, cut.make);
  await expect(cell(leader, num('۴'))).toBeVisible();
  await step(leader, steps['1_2']);
  await expect(leader.getByText(text.backend.project2, { exact: true })).toBeVisible();

  // Each member takes two cells, works in them and says so.
  const map = `/app/project-details/${id}?tab=map`;
  const [digger1] = await openAs(browser, nameOf('digger1'), map);
  const [digger2] = await openAs(browser, nameOf('digger2'), map);
  const cells: [Page, string, string[]][] = [
    [digger1, nameOf('digger1'), ['۱', '۲']],
    [digger2, nameOf('digger2'), ['۳', '۴']],
  ];
  for (const [page, name, own] of cells) {
    const worker = createBrowser(new URL(baseURL ?? ''));
    await worker.signIn(name);
    for (const label of own) {
      await act(page, num(label), tasks.acts.take);
      await expect(cell(page, num(label)).getByText(tasks.states.taken)).toBeVisible();
      const { results } = await jsonOf<{ results: { geometry: { coordinates: unknown[] } }[] }>(
        worker.send('GET', `/api/project/${id}/task/?mine=true`),
      );
      const geometry = { type: 'Point', coordinates: middleOf(results.at(-1)?.geometry.coordinates ?? []) };
      await jsonOf(worker.send('POST', '/api/layerdata/', { layer, project: id, value: { name: label }, geometry }));
      await act(page, num(label), tasks.acts.finish);
      await expect(cell(page, num(label)).getByText(tasks.states.done)).toBeVisible();
    }
  }
  // Outside of the region nothing is saved, with the reason.
  const outside = createBrowser(new URL(baseURL ?? ''));
  await outside.signIn(nameOf('digger1'));
  const geometry = { type: 'Point', coordinates: [53, 30] };
  const refusal = await outside.send('POST', '/api/layerdata/', { layer, project: id, value: {}, geometry });
  expect([refusal.status, refusal.json.detail.length > 0]).toEqual([403, true]);

  const [checker1] = await openAs(browser, nameOf('checker1'), map);
  await act(checker1, num('۳'), tasks.acts.reopen);
  await checker1.getByRole('dialog').getByRole('textbox').fill('چاه دوم جا مانده است');
  await checker1.getByRole('dialog').getByRole('button', { name: tasks.acts.reopen, exact: true }).click();
  for (const label of ['۱', '۲', '۴']) {
    await act(checker1, num(label), tasks.acts.check);
    await expect(cell(checker1, num(label)).getByText(tasks.states.checked)).toBeVisible();
  }
  await digger2.reload();
  await expect(cell(digger2, num('۳')).getByText('چاه دوم جا مانده است')).toBeVisible();
  // It is theirs still.
  await act(digger2, num('۳'), tasks.acts.finish);
  await expect(cell(digger2, num('۳')).getByText(tasks.states.done)).toBeVisible();
  await checker1.reload();
  await act(checker1, num('۳'), tasks.acts.check);
  await expect(cell(checker1, num('۳')).getByText(tasks.states.checked)).toBeVisible();

  // The records are judged by one, the project by two.
  await checker1.goto(`/app/supervision/layer-data/${layer}`);
  const waiting = checker1.getByRole('complementary', { name: supervision.details });
  for (const label of ['۱', '۲', '۳', '۴']) {
    await expect(waiting.getByText(label, { exact: true })).toBeVisible();
    await checker1.keyboard.press('KeyA');
  }
  await expect(checker1.getByText(supervision.queue.allDone)).toBeVisible();
  await digger1.reload();
  await step(digger1, steps['2_3']);
  await expect(digger1.getByText(text.backend.project3, { exact: true })).toBeVisible();
  await checker1.goto(`/app/project-details/${id}`);
  await step(checker1, steps['3_4']);
  await expect(checker1.getByRole('button', { name: steps['4_5'] })).toBeHidden();
  const [checker2] = await openAs(browser, nameOf('checker2'), '/app/project-supervision/second_approval');
  await checker2.getByRole('rowheader', { name: NAME }).locator('[data-title]').click();
  await step(checker2, steps['4_5']);
  await expect(checker2.getByRole('button', { name: steps['4_5'] })).toBeHidden();
  await leader.reload();
  await step(leader, steps['5_7']);
  await expect(leader.getByText(projects.closed)).toBeVisible();
  await leader.getByRole('tab', { name: projects.tabs.events }).click();
  const events = leader.getByRole('region', { name: projects.events.label, exact: true });
  await expect(events.getByRole('listitem')).toHaveCount(6);
  for (const page of [leader, digger1, digger2, checker1, checker2]) await page.context().close();
});
