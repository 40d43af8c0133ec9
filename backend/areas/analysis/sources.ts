// Where the features of an analysis come from, under the rights of who asks.
import { type RawBuilder, sql } from 'kysely';
import type { AnalysisSource } from '../../../contract/schemas/analysis';
import type { Field } from '../../../contract/schemas/form';
import { MAX_VERTICES, place } from '../../geo/geometry';
import { visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Asking } from '../../http/context';
import { invalid, notFound, Refusal } from '../../http/errors';
import { layerFor } from '../layers/access';
import { treeCondition } from '../records/filter';
import { isClosed } from '../records/rules';
import { seesAllRegions } from '../regions/rules';
import type { Side } from './bench';
import { grown } from './plane';

/** A source that was looked up: rows of `id, geom, value` named `n`, and what their values are called. */
export interface Source {
  kind: AnalysisSource['kind'];
  rows: RawBuilder<unknown>;
  form: readonly Field[];
  /** Name of the layer; null elsewhere. */
  label: string | null;
  layer: number | null;
  /** Layer type of the features; null where they may be mixed. */
  type: number | null;
  /** Features, as far as they are known before. */
  count: number;
  /** Whether a layer's records may be taken out of it. */
  export: boolean;
}

const LABEL: Field = { name: 'label', label: 'label', type: 'text' };
const json = (list: readonly unknown[]) => sql`${list.map((one) => JSON.stringify(one))}::text[]`;

/** Shapes that were sent: each a place on earth, closed and not too large; the key of the first that is not is named. */
function checkShapes(source: Extract<AnalysisSource, { kind: 'shapes' }>, side: Side): void {
  source.geometries.forEach((geometry, i) => {
    const placed = place(geometry);
    if (!placed || placed.vertices > MAX_VERTICES || !isClosed(geometry)) throw invalid(`${side}.geometries.${i}`);
  });
}

async function checkValid({ engine }: Asking, geometries: readonly unknown[], side: Side): Promise<void> {
  const { rows } = await sql<{ place: number }>`
    select o.place::int as place from unnest(${json(geometries)}) with ordinality as o(g, place)
      where st_isvalid(st_geomfromgeojson(o.g)) and not st_isempty(st_geomfromgeojson(o.g))`.execute(engine.db);
  const sound = new Set(rows.map((row) => row.place));
  const bad = geometries.findIndex((_, i) => !sound.has(i + 1));
  if (bad >= 0) throw invalid(`${side}.geometries.${bad}`);
}

/** Looks a source up. What the caller may not see does not exist: 404. */
export async function sourceOf(asking: Asking, source: AnalysisSource, side: Side): Promise<Source> {
  const { caller, engine } = asking;
  const plain = { label: null, layer: null, type: null, export: true };
  switch (source.kind) {
    case 'layer': {
      const { row, rights } = await layerFor(asking, source.layer);
      if (row.type > 3 || row.type === 0) throw new Refusal(400, row.type === 0 ? 'geometryNotAllowed' : 'noRecords');
      const tree = source.query ? await treeCondition(asking, row, source.query) : sql`true`;
      return {
        kind: 'layer',
        rows: sql`select n.id, n.geom, n.value from ${sql.table(partition(row.id))} n
          where n.deleted_at is null and ${visibleTo(caller, row.id)} and ${tree}`,
        form: row.config.form,
        label: row.label,
        layer: row.id,
        type: row.type,
        count: row.record_count,
        export: rights.export,
      };
    }
    case 'regions': {
      const ids = [...new Set(source.ids)];
      if (!seesAllRegions(caller) && !ids.every((id) => caller.regions.includes(id))) throw notFound();
      const rows = await engine.db
        .selectFrom('region')
        .select('id')
        .where('customer_id', '=', caller.customer)
        .where('id', '=', sql<number>`any(${ids}::int[])`)
        .execute();
      if (rows.length !== ids.length) throw notFound();
      return {
        ...plain,
        kind: 'regions',
        type: 3,
        rows: sql`select r.id::bigint as id, r.geom, jsonb_build_object('label', r.label) as value from region r
          where r.customer_id = ${caller.customer}::int and r.id = any(${ids}::int[])`,
        form: [LABEL],
        count: ids.length,
      };
    }
    case 'drawings': {
      const ids = [...new Set(source.ids)];
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from drawing where account_id = ${caller.id}::int and id = any(${ids}::int[])`.execute(
        engine.db,
      );
      if (rows[0]?.n !== ids.length) throw notFound();
      return {
        ...plain,
        kind: 'drawings',
        rows: sql`select d.id::bigint as id, case when d.type = 'circle' then ${grown(sql`d.geom`, sql`d.radius`)} else d.geom end as geom,
            jsonb_build_object('label', d.label) as value
          from drawing d where d.account_id = ${caller.id}::int and d.id = any(${ids}::int[])`,
        form: [LABEL],
        count: ids.length,
      };
    }
    case 'shapes':
      checkShapes(source, side);
      await checkValid(asking, source.geometries, side);
      return {
        ...plain,
        kind: 'shapes',
        rows: sql`select o.place as id, st_setsrid(st_geomfromgeojson(o.g), 4326) as geom, '{}'::jsonb as value
          from unnest(${json(source.geometries)}) with ordinality as o(g, place)`,
        form: [],
        count: source.geometries.length,
      };
  }
}
