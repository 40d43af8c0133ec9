// Row: a key press in the largest form there may be, and a form that changes over all records of a layer without a value of theirs.
import type { Field } from '../../contract/schemas/form';
import { stateOf } from '../../features/records/logic/form-state';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';

const FIELDS = 500;
const CHOICES = 2000;
const PRESSES = 50;
const PRESS_MS = 100;
const CHANGE_MS = 1000;

const CHOSEN_FROM = Array.from({ length: CHOICES }, (_, i) => ({ value: String(i), label: `گزینه ${i}` }));
/** Every fifth field of a kind: numbers, what is reckoned of them, cascades, several choices, texts behind a condition. */
const FORM = Array.from({ length: FIELDS }, (_, i): Field => {
  const field = { name: `f${i}`, label: `f${i}` };
  switch (i % 5) {
    case 0:
      return { ...field, type: 'decimal' };
    case 1:
      return { ...field, type: 'computed', expr: `coalesce([f${i - 1}], 0) * 2 + ${i}` };
    case 2:
      return { ...field, type: 'choice', choices: CHOSEN_FROM };
    case 3:
      return { ...field, type: 'multi_choice', choices: CHOSEN_FROM.map((one, n) => ({ ...one, parent: [String(n % 100)] })), parent_field: `f${i - 1}` }; // biome-ignore format: one field
    default:
      return { ...field, type: 'text', visible_if: { field: `f${i - 3}`, is: 'gt', value: 10 } };
  }
});

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const stored = Object.fromEntries(
    FORM.map(({ name, type }, i) => [name, type === 'decimal' ? i : type === 'choice' ? '7' : null]),
  );
  const times: number[] = [];
  for (let press = 0; press < PRESSES; press++) {
    const start = performance.now();
    stateOf(FORM, stored, { f0: String(press), f3: ['7', '107'], f4: 'x'.repeat(press) });
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const press = times[Math.floor(PRESSES * 0.95)] ?? 0;
  yield { name: `a key press in ${FIELDS} fields of ${CHOICES} choices (p95)`, value: ms(press), beside: `limit ${ms(PRESS_MS)}`, ratio: press / PRESS_MS, target: atMost(1) }; // biome-ignore format: one line

  const side = await stage.server();
  if (!side) return yield { name: 'a form changed over many records', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(stage.rows);
  const before = await side.world.call('super', 'GET', `/api/layer/${layer.id}/`);
  const form = (before.body.config.form as Field[]).map((field) => ({ ...field, hint: `hint ${Date.now()}` }));
  const start = performance.now();
  const { status } = await side.world.call('super', 'PATCH', `/api/layer/${layer.id}/`, { config: { form } });
  const change = performance.now() - start;
  yield { name: `a form changed over ${layer.rows} records (${status})`, value: ms(change), beside: `limit ${ms(CHANGE_MS)}`, ratio: change / CHANGE_MS, target: atMost(1) }; // biome-ignore format: one line
}
