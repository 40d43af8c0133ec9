// What a person may do and by which role, as those see it who manage people.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { BUILDERS } from '../../../contract/catalogue';
import type { Effective, EffectiveLayer, EffectiveLayerQuery } from '../../../contract/schemas/people/effective';
import { RIGHTS } from '../../../contract/schemas/user';
import { holdsWords } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { notFound } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import { visible } from '../layers/store';
import * as store from './store';

/** Roles by what each of them gives. */
function sourcesOf<K>(roles: readonly { id: number; gives: readonly K[] }[]): Map<K, number[]> {
  const sources = new Map<K, number[]>();
  for (const { id, gives } of roles) for (const one of gives) sources.set(one, [...(sources.get(one) ?? []), id]);
  return sources;
}

const hasAny = sql.join(
  RIGHTS.map((right) => sql`p.${sql.id(right)}`),
  sql` or `,
);
const kinds = sql.join(RIGHTS.map((right) => sql`(${sql.lit(right)}, p.${sql.id(right)})`));

/** Layers on which the person has a right, from the "from" on. */
function fromLayers(person: store.PersonRow, roles: readonly number[], search: string): RawBuilder<unknown> {
  return sql`from layer l where l.customer_id = ${person.customer_id}::int and l.deleted_at is null and ${holdsWords(sql`l.label`, search)}
    and (l.owner_id = ${person.id}::int or exists (select 1 from layer_permission p where p.layer_id = l.id and p.role_id = any(${[...roles]}::int[])
      and (${hasAny})))`;
}

/** Layers whose names the caller may know: builders of roles know all of them. */
const isNamed = ({ caller }: Ctx) => (caller.modules.includes(BUILDERS) ? sql`true` : visible(caller));

async function findPerson({ engine: { db }, caller }: Ctx, id: number) {
  const person = await store.find(db, caller.customer, id);
  if (!person) throw notFound();
  const roles = await db
    .selectFrom('role as r')
    .innerJoin('account_role as ar', 'ar.role_id', 'r.id')
    .select(['r.id', 'r.name', 'r.modules', 'r.custom_perms'])
    .where('ar.account_id', '=', id)
    .orderBy('r.id')
    .execute();
  return { person, roles, ids: roles.map((role) => role.id) };
}

/** What a person may do, with the roles that give each of it; 404 for nobody of the organisation. */
export async function getEffective(ctx: Ctx, id: number): Promise<Effective> {
  const { db } = ctx.engine;
  const { person, roles, ids } = await findPerson(ctx, id);
  const regions = (await store.getRegions(db, [id])).get(id) ?? [];
  const labels = await store.getRegionLabels(db, regions);
  const { rows } = await sql<{ layers: number; hidden: number }>`
    select count(*)::int as layers, count(*) filter (where not ${isNamed(ctx)})::int as hidden ${fromLayers(person, ids, '')}`.execute(
    db,
  );
  return {
    is_superuser: person.is_superuser,
    roles: roles.map(({ id, name }) => ({ id, name })),
    modules: [...sourcesOf(roles.map(({ id, modules: gives }) => ({ id, gives })))]
      .map(([id, roles]) => ({ id, roles }))
      .sort((a, b) => a.id - b.id),
    custom_perms: [...sourcesOf(roles.map(({ id, custom_perms: gives }) => ({ id, gives })))].map(([codename, roles]) => ({ codename, roles })), // biome-ignore format: one line
    regions: regions.map((id) => ({ id, label: labels.get(id) ?? '' })),
    workdays: person.workdays,
    layers: rows[0]?.layers ?? 0,
    hidden: rows[0]?.hidden ?? 0,
  };
}

/** The layers of it, in pages. */
export async function listEffectiveLayers(ctx: Ctx, id: number, query: z.infer<typeof EffectiveLayerQuery>) {
  const { engine } = ctx;
  const { person, ids } = await findPerson(ctx, id);
  const from = sql`${fromLayers(person, ids, query.search ?? '')} and ${isNamed(ctx)}`;
  return listed(ctx, query, {
    rows: async (end) => {
      const { rows } = await sql<Omit<EffectiveLayer, 'rights'> & { sources: Record<string, number[]> | null }>`
        select l.id, l.label, coalesce(l.owner_id = ${id}::int, false) as owner,
          (select json_object_agg(kind, roles) from (
            select kind, json_agg(p.role_id order by p.role_id) as roles from layer_permission p
              cross join lateral (values ${kinds}) k (kind, has)
              where p.layer_id = l.id and p.role_id = any(${ids}::int[]) and has group by kind) k) as sources
        ${from} ${end}`.execute(engine.db);
      return rows.map(({ sources, ...row }) => ({
        ...row,
        rights: Object.fromEntries(RIGHTS.map((right) => [right, sources?.[right] ?? []])) as EffectiveLayer['rights'],
      }));
    },
    count: () => countRows(engine.db, from),
    orders: { label: byText(engine, sql`l.label`), id: sql`l.id` },
    first: 'label',
  });
}
