// Row: the rights of a role in a browser, in an organisation of 500 roles and 2,000 layers beside one of 20 layers: until the matrix is drawn,
// and from the press of save until all of it is saved.
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import common from '../../../messages/fa/common.json';
import text from '../../../messages/fa/roles.json';
import type { TestWorld } from '../../../testing/world';
import { atMost, type Line, ms } from '../../report';
import { createScreen, median } from '../../screen';
import { NO_POSTGRES, type Stage } from '../../stage';

const ROLES = 500;
const SIZES = [20, 2000] as const;
const ROUNDS = 5;
/** What thousands of layers may add to what a few take. */
const LIMIT_MS = 300;

async function addRoles({ engine: { db }, ids }: TestWorld): Promise<number> {
  await sql`
    insert into role (customer_id, name, modules) select ${ids.customer}::int, 'matrix ' || i, '{4,6}' from generate_series(1, ${ROLES}::int) i`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`select min(id) as id from role where name like 'matrix %'`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Layers without records, of which every role has some rights. */
async function addLayers({ engine: { db }, ids }: TestWorld, from: number, to: number): Promise<void> {
  await sql`
    insert into layer (customer_id, owner_id, label, type, config)
      select customer_id, owner_id, 'matrix ' || i, 0, config from layer, generate_series(${from}::int, ${to}::int) i where id = ${ids.spare}::int`.execute(
    db,
  );
  await sql`
    insert into layer_permission (role_id, layer_id, view, add, edit, delete, export, approve)
      select r.id, l.id, true, true, r.id % 2 = 0, false, true, false from role r join layer l on l.customer_id = r.customer_id and l.label like 'matrix %'
        where r.name like 'matrix %' on conflict do nothing`.execute(db);
  await sql`analyze`.execute(db);
}

const cellOf = (row: string) => common.matrix.cell.replace('{column}', text.right.delete).replace('{row}', row);

/** Milliseconds from the address to the drawn matrix, and from the save to the end of what is unsaved. */
async function measure(page: Page, address: string): Promise<{ paint: number; save: number }> {
  const paint: number[] = [];
  const save: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    await page.goto(address);
    const cell = page.getByRole('checkbox', { name: cellOf('matrix 1'), exact: true });
    await cell.waitFor();
    paint.push(await page.evaluate('performance.now()').then(Number));
    await cell.click();
    const from = Date.now();
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: text.form.save, exact: true }).click();
    const status = (await answer).status();
    if (status !== 200) throw new Error(`saving was answered with ${status}`);
    save.push(Date.now() - from);
  }
  return { paint: median(paint), save: median(save) };
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'the matrix of a role', value: '', beside: NO_POSTGRES };
  const role = await addRoles(side.world);
  const screen = await createScreen(stage, side);
  if (!screen) return yield { name: 'the matrix of a role', value: '', beside: 'no Chromium' };
  const { page } = await screen.page();
  const took: Awaited<ReturnType<typeof measure>>[] = [];
  for (const [i, layers] of SIZES.entries()) {
    await addLayers(side.world, (SIZES[i - 1] ?? 0) + 1, layers);
    took.push(await measure(page, `${screen.origin}/app/group-builder/${role}?tab=rights`));
  }
  const [few, many] = took;
  for (const [what, key] of [['drawn', 'paint'], ['saved', 'save']] as const) // biome-ignore format: two lines
    if (few && many)
      yield { name: `the matrix of a role ${what}, ${ROLES} roles and ${SIZES[1]} layers`, value: ms(many[key]), beside: `${SIZES[0]} layers: ${ms(few[key])}; limit ${ms(LIMIT_MS)} more`, ratio: (many[key] - few[key]) / LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
}
