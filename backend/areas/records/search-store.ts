// SQL of searching records: on the map, by id over many layers, and by text.
import { type RawBuilder, sql } from 'kysely';
import { fold } from '../../../contract/fold';
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import { searchWords } from '../../../contract/schemas/query';
import { type Db, likeText } from '../../db/engine';
import { type Box, boxAround, extentOf, onEarth } from '../../geo/geography';
import { geom } from '../../geo/shape-checks';
import { type Reader, regionFilter, visibleTo } from '../../geo/sight';
import { searchCondition } from './query';
import { inLayers, rememberLayers } from './record-locator';
import type { IsCommon } from './sql/common-words';
import { asGeoJson } from './store';

export interface MatchRow {
  id: number;
  layer_id: number;
  value: Values;
  geometry: Geometry | null;
  extent: [number, number, number, number] | null;
}
const columns = sql`n.id, n.layer_id, n.value, ${asGeoJson} as geometry,
  ${extentOf(sql`n.geom`)} as extent`;

/** Records within `tolerance` metres of a shape, whose box it is, the nearest first. */
export async function findNear(
  db: Db,
  layers: readonly number[],
  shape: Geometry,
  box: Box,
  tolerance: number,
  reader: Reader,
  limit: number,
): Promise<MatchRow[]> {
  const [w, s, e, n] = boxAround(box, tolerance);
  const near =
    tolerance > 0
      ? sql`st_dwithin(${onEarth(sql`n.geom`)}, ${onEarth(geom(shape))}, ${tolerance}::float8)`
      : sql`st_intersects(n.geom, ${geom(shape)})`;
  const { rows } = await sql<MatchRow>`
    select ${columns} from record n
      where ${inLayers(layers)} and n.deleted_at is null and n.geom && st_makeenvelope(${w}::float8, ${s}::float8, ${e}::float8, ${n}::float8, 4326)
        and ${near} and ${visibleTo(reader)}
      order by st_dimension(n.geom), st_distance(n.geom, ${geom(shape)}), n.id limit ${limit}::int`.execute(db);
  rememberLayers(rows);
  return rows;
}

/** Values of records by id, in these layers. */
export async function getValues(
  db: Db,
  layers: readonly number[],
  ids: readonly number[],
  reader: Reader,
): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`
    select ${columns} from record n where n.layer_id = any(${[...layers]}::int[]) and n.id = any(${[...ids]}::bigint[]) and n.deleted_at is null and ${visibleTo(reader)}`.execute(
    db,
  );
  rememberLayers(rows);
  return rows;
}

/** Hits that are ranked; of more, the first found. */
const MAX_RANKED = 5000;
/** Of them so many are compared with the text trigram by trigram, which costs more than to find them. */
const MAX_COMPARED = 150;

/**
 * Records whose folded text holds every word, the likest first; where there are none, those with a word that looks like it.
 * `reader` limits what is seen, `within` is a region that was asked for.
 */
export async function searchText(
  db: Db,
  layers: readonly number[],
  text: string,
  {
    reader,
    within,
    shape,
    limit,
    isCommon,
  }: {
    reader: Reader;
    within: number | undefined;
    shape: Geometry | undefined;
    limit: number;
    /** Of a word, whether many records hold it. */
    isCommon: IsCommon;
  },
): Promise<MatchRow[]> {
  const folded = fold(text);
  if (folded === '') return [];
  const each = searchCondition(text, isCommon);
  const here = sql`${shape ? sql`and st_intersects(n.geom, ${geom(shape)})` : sql``}
    ${within === undefined ? sql`` : sql`and n.geom is not null and ${regionFilter([within])}`} and ${visibleTo(reader)}`;
  const begins = sql`(h.search like ${`${likeText(folded)}%`}) desc`;
  // What holds all words is told apart by how they stand: whole, and one after the other.
  const wholeWords = searchWords(text).map((word) => `% ${likeText(word)} %`);
  const closest = sql`order by ${begins}, (' ' || h.search || ' ' like all(${wholeWords}::text[])) desc, (strpos(h.search, ${folded}::text) > 0) desc,
    length(h.search), h.id limit ${MAX_COMPARED}::int`;
  const findBest = async (match: RawBuilder<unknown>, compared: RawBuilder<unknown>) => {
    const { rows: best } = await sql<{ layer_id: number; id: number }>`
      with hits as materialized (select n.layer_id, n.id, n.search from record n
        where ${inLayers(layers)} and n.deleted_at is null and ${match} ${here} limit ${MAX_RANKED}),
        near as materialized (select h.* from hits h ${compared})
      select h.layer_id, h.id from near h
        order by ${begins}, word_similarity(${folded}::text, h.search) desc, length(h.search), h.id limit ${limit}::int`.execute(
      db,
    );
    if (best.length === 0) return [];
    const whole = await getValues(
      db,
      [...new Set(best.map((h) => h.layer_id))],
      best.map((h) => h.id),
      reader,
    );
    const byId = new Map(whole.map((row) => [row.id, row]));
    return best.flatMap(({ id }) => byId.get(id) ?? []);
  };
  const exact = await findBest(each, closest);
  return exact.length > 0 || folded.length < 4 ? exact : findBest(sql`${folded}::text <% n.search`, sql``);
}
