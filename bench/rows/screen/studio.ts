// Row: a key pressed in the form studio with the largest form there may be, from the press to the frame that shows it.
import type { Page } from '@playwright/test';
import type { Field } from '../../../contract/schemas/form';
import text from '../../../messages/fa/form-studio.json';
import { atMost, type Line, ms } from '../../report';
import { createScreen } from '../../screen';
import { NO_POSTGRES, type ServerSide, type Stage } from '../../stage';

const FIELDS = 500;
const CHOICES = 2000;
const PRESSES = 60;
const PRESS_MS = 100;

/** Two fields of 2,000 choices, one below the other, among texts, numbers, what is reckoned and conditions. */
const FORM = Array.from({ length: FIELDS }, (_, i): Field => {
  const field = { name: `f${i}`, label: `فیلد ${i}` };
  if (i === 0) return { ...field, type: 'choice', choices: Array.from({ length: CHOICES }, (__, n) => ({ value: String(n), label: `گزینه ${n}` })) }; // biome-ignore format: one field
  if (i === 1) return { ...field, type: 'choice', parent_field: 'f0', choices: Array.from({ length: CHOICES }, (__, n) => ({ value: String(n), label: `گزینه ${n}`, parent: [String(n % 100)] })) }; // biome-ignore format: one field
  if (i % 20 === 2) return { ...field, type: 'section' };
  if (i % 4 === 0) return { ...field, type: 'decimal', min: 0, max: 100 };
  if (i % 4 === 1 && i > 5) return { ...field, type: 'computed', expr: `coalesce([f${i - (i % 4)}], 0) * 2` };
  return { ...field, type: 'text', visible_if: { field: 'f0', is: 'eq', value: '7' } };
});

async function createLayer({ world }: ServerSide): Promise<number> {
  const { body } = await world.form('super', '/api/layer/', { label: 'bench studio', type: 0, form: FORM });
  if (typeof body.id !== 'number') throw new Error(JSON.stringify(body).slice(0, 500));
  return body.id;
}

/** The page notes, for each key, the time from the event to the frame after the one in which it was drawn. */
const WATCH = `(() => {
  window.__presses = [];
  addEventListener('keydown', () => {
    const from = performance.now();
    requestAnimationFrame(() => setTimeout(() => window.__presses.push(performance.now() - from)));
  }, { capture: true });
})()`;

/** Waits for the frame of a press. */
const untilDrawn = (i: number) =>
  `new Promise((resolve) => { const look = () => (window.__presses.length > ${i} ? resolve() : setTimeout(look, 4)); look(); })`;

interface Pressed {
  /** The slowest of twenty, and the one in the middle. */
  p95: number;
  p50: number;
  /** Milliseconds of a processor that the page had for a press: what is left when nothing else runs beside it. */
  work: number;
}

async function press(page: Page, key: (i: number) => string): Promise<Pressed> {
  await page.evaluate('window.__presses = []; 0');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workOf = async () => (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0; // biome-ignore format: one line
  const before = await workOf();
  for (let i = 0; i < PRESSES; i++) {
    await page.keyboard.press(key(i));
    await page.evaluate(untilDrawn(i));
  }
  const times = ((await page.evaluate('window.__presses')) as number[]).toSorted((a, b) => a - b);
  const work = (((await workOf()) - before) * 1000) / PRESSES;
  await cdp.detach();
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, p50: times[times.length >> 1] ?? 0, work };
}

const line = (name: string, { p95, p50, work }: Pressed): Line => ({
  name: `${name}, ${FIELDS} fields and ${CHOICES} choices (p95)`,
  value: ms(p95),
  beside: `limit ${ms(PRESS_MS)}; p50 ${ms(p50)}, of which ${ms(work)} the page's own`,
  ratio: p95 / PRESS_MS,
  target: atMost(1),
});

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'a key in the form studio', value: '', beside: NO_POSTGRES };
  const layer = await createLayer(side);
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'a key in the form studio', value: '', beside: 'no Chromium' };
  const { page } = await screen.page();
  await page.goto(`${screen.origin}/app/form-editor/${layer}`);
  await page.getByRole('list', { name: text.canvas.list }).waitFor();
  await page.evaluate(WATCH);
  await page.locator('[data-field]').nth(1).click();
  await page.getByRole('textbox', { name: text.inspector.label, exact: true }).click();
  yield line('a letter in the label of a field', await press(page, (i) => 'abcdefghij'[i % 10] as string));
  await page.locator('[data-cell="0:label"]').click();
  yield line('a letter in a choice', await press(page, (i) => 'abcdefghij'[i % 10] as string));
  await page.locator('[data-field]').first().focus();
  yield line('an arrow to the next field', await press(page, () => 'ArrowDown'));
}
