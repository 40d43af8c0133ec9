// Row: another colour ramp for a layer of 135,000 records, from the click to the map that is drawn with it, beside a bare MapLibre page
// that sets the same paint property.
import type { Page } from '@playwright/test';
import text from '../../../messages/fa/tools/styling.json';
import { atMost, type Line, ms } from '../../report';
import { allOn, BARE, bareRoutes, createScreen, firstRecords, IDLE, MAP, median } from '../../screen';
import { NO_POSTGRES, type ServerSide, type Stage } from '../../stage';

const RECORDS = 135_000;
const ROUNDS = 5;
/** Ramps in turn: each is another one than the one before. */
const RAMPS = ['magma', 'viridis'] as const;
const COLOURS = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'];
const FIELD = 'amount';

const graded = () => ({
  kind: 'graduated',
  field: FIELD,
  classes: COLOURS.map((color, i) => ({
    from: i === 0 ? null : i * 20_000,
    label: `${i}`,
    symbol: { color, opacity: 0.9, size: 5, stroke: '#ffffff', stroke_width: 1 },
  })),
});

const saveStyle = async (side: ServerSide, layer: number): Promise<void> => {
  const saved = await side.world.call('super', 'PATCH', `/api/style/${layer}/`, { style: graded() });
  if (saved.status >= 300) throw new Error(JSON.stringify(saved.body));
};

/** Waits until the map is drawn with another colour than `before`; returns the page's own time then. */
const drawnAnew = (part: string, before: string) => `new Promise((resolve) => {
  const map = ${MAP};
  const look = () => {
    if (JSON.stringify(map.getPaintProperty('${part}', 'circle-color')) === ${JSON.stringify(before)}) return requestAnimationFrame(look);
    map.once('idle', () => resolve(performance.now()));
    map.triggerRepaint();
  };
  look();
})`;
const colourOf = (page: Page, part: string): Promise<string> =>
  page.evaluate(`JSON.stringify(${MAP}.getPaintProperty('${part}', 'circle-color'))`);

/** Milliseconds from the click on a ramp until the map has it. */
async function clickRamp(
  page: Page,
  part: string,
  ramp: (typeof RAMPS)[number],
): Promise<{ took: number; colour: string }> {
  const before = await colourOf(page, part);
  await page.getByRole('combobox', { name: text.ramps.label, exact: true }).click();
  const option = page.getByRole('option').filter({ hasText: text.ramps.names[ramp] }).first();
  await option.waitFor();
  await page.evaluate(`window.__drawn = ${drawnAnew(part, before)}; addEventListener('click', () => { window.__clicked = performance.now(); }, { capture: true, once: true }); 0`); // biome-ignore format: one script
  await option.click();
  const took = (await page.evaluate('window.__drawn.then((at) => at - window.__clicked)')) as number;
  return { took, colour: await colourOf(page, part) };
}

const setBare = (page: Page, part: string, colour: string): Promise<number> =>
  page.evaluate(`(async () => {
    const from = performance.now();
    const drawn = new Promise((resolve) => ${MAP}.once('idle', () => resolve(performance.now())));
    ${MAP}.setPaintProperty('${part}', 'circle-color', ${colour});
    return (await drawn) - from;
  })()`);

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'another ramp', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(RECORDS);
  await saveStyle(side, layer.id);
  await allOn(side, [layer.id]);
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'another ramp', value: '', beside: 'no Chromium' };
  const { context, page } = await screen.page();
  const part = `layer:${layer.id}:circle`;

  await firstRecords(page, `${screen.origin}/app/home`);
  await page.evaluate(IDLE);
  await bareRoutes(context, await page.evaluate(`${MAP}.getStyle()`));
  await page.keyboard.press('KeyY');
  const times: [number[], number[]] = [[], []];
  const colours: string[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const { took, colour } = await clickRamp(page, part, RAMPS[i % 2] as (typeof RAMPS)[number]);
    times[0].push(took);
    colours.push(colour);
  }
  await firstRecords(page, `${screen.origin}${BARE}page`);
  await page.evaluate(IDLE);
  for (const colour of colours) {
    times[1].push(await setBare(page, part, colour));
    await page.evaluate(IDLE);
  }
  yield {
    name: `another ramp for a layer of ${layer.rows} records, from the click to the map that has it`,
    value: ms(median(times[0])),
    beside: `bare MapLibre, setPaintProperty: ${ms(median(times[1]))}`,
    ratio: median(times[0]) / median(times[1]),
    target: atMost(2),
  };
}
