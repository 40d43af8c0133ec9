// Row: a role's rights in an organisation of 500 roles and 2,000 layers: read as a matrix and saved, beside an organisation of 20 layers; and
// a page of its roles.
import { sql } from 'kysely';
import * as make from '../../../backend/seed/builders';
import { createWorld, ENGINES, PASSWORD, type TestWorld } from '../../../testing/world';
import { typical } from '../../load';
import { atMost, type Line, ms } from '../../report';
import type { Stage } from '../../stage';

const ROLES = 500;
const SIZES = [20, 2000] as const;
const REPEATS = 7;
const LIMIT_MS = 300;
/** Lines that one save changes. */
const CHANGED = 200;

/** Layers without records, each with rights of every role, and a person who builds roles and holds all of them. Returns a role to work on. */
async function fill({ engine, ids }: TestWorld, layers: number): Promise<number> {
  const { db } = engine;
  await sql`
    insert into layer (customer_id, owner_id, label, type, config)
      select customer_id, owner_id, 'layer ' || i, 0, config from layer, generate_series(1, ${layers}::int) i where id = ${ids.spare}::int`.execute(
    db,
  );
  await sql`
    insert into role (customer_id, name, modules) select ${ids.customer}::int, 'role ' || i, '{4,6}' from generate_series(1, ${ROLES}::int) i`.execute(
    db,
  );
  await sql`
    insert into layer_permission (role_id, layer_id, view, add, edit, delete, export, approve)
      select r.id, l.id, true, true, r.id % 2 = 0, false, true, false from role r join layer l on l.customer_id = r.customer_id and l.label like 'layer %'
        where r.name like 'role %'`.execute(db);
  await sql`analyze`.execute(db);
  const builder = await make.createRole(engine, ids.customer, 'builder', [4, 6]);
  await sql`
    insert into layer_permission (role_id, layer_id, view, add, edit, delete, export, approve)
      select ${builder}::int, id, true, true, true, true, true, true from layer where customer_id = ${ids.customer}::int`.execute(
    db,
  );
  await make.createPerson(engine, ids.customer, { username: 'builder', password: PASSWORD, roles: [builder] });
  const { rows } = await sql<{ id: number }>`select min(id) as id from role where name like 'role %'`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Milliseconds of the matrix, a save of some of its lines and a page of roles. */
async function measure(w: TestWorld, role: number) {
  const path = `/api/layerpermission/?group=${role}`;
  const ask = async (method: string, address: string, body?: unknown) => {
    const { status, body: answer } = await w.call('builder', method, address, body);
    if (status !== 200) throw new Error(`${method} ${address}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const lines = (await ask('GET', path)).filter((line: { label: string }) => line.label.startsWith('layer '));
  const permissions = lines.slice(0, CHANGED).map(({ layer, view, add, edit, delete: remove, export: out, approve }: Record<string, unknown>) => ({ layer, view, add, edit, delete: remove, export: out, approve })); // biome-ignore format: one line
  let turn = false;
  return {
    read: await typical(REPEATS, () => ask('GET', path)),
    save: await typical(REPEATS, () => {
      turn = !turn;
      return ask('POST', path, { permissions: permissions.map((line: object) => ({ ...line, delete: turn })) });
    }),
    list: await typical(REPEATS, () => ask('GET', '/api/group/?limit=25&order=name')),
  };
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  // Where there is a server it is the stage's.
  await stage.server();
  for (const kind of process.env.TEST_DATABASE_URL ? (['server', 'embedded'] as const) : ENGINES) {
    const took: Awaited<ReturnType<typeof measure>>[] = [];
    for (const layers of SIZES) {
      const w = await createWorld(kind, { accessSeconds: 86_400 });
      try {
        took.push(await measure(w, await fill(w, layers)));
      } finally {
        await w.close();
      }
    }
    const [few, many] = took;
    for (const [what, key] of [['matrix of a role', 'read'], ['a save in it', 'save'], ['a page of 25 roles', 'list']] as const) // biome-ignore format: three lines
      if (few && many)
        yield { name: `${kind}, ${ROLES} roles and ${SIZES[1]} layers: ${what}`, value: ms(many[key]), beside: `${SIZES[0]} layers: ${ms(few[key])}; limit ${ms(LIMIT_MS)}`, ratio: many[key] / LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
  }
}
