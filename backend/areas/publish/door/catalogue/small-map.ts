// A small picture of where a layer's records are, as an SVG that a page without scripts shows: a sample, simplified.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { marksOf } from '../../../../../contract/look/expressions';
import { cutLook } from '../../../../../contract/look/outside';
import { PICTURE_TAIL } from '../../../../../contract/ogc-api/names';
import { mercatorOf } from '../../../../../contract/ogc-api/values';
import { LAYER_TYPES } from '../../../../../contract/schemas/layer';
import { worldX, worldY } from '../../../../geo/morton';
import { sightKey, visibleTo } from '../../../../geo/sight';
import { partition } from '../../../../geo/tiles';
import { collectionAddress, type DoorRequest, type Published } from '../door-request';

const [WIDTH, HEIGHT, EDGE] = [240, 160, 8];
/** Records of the sample, and the length of what is drawn of them. */
const MAX_RECORDS = 300;
const MAX_LENGTH = 60_000;
/** Parts of the picture's longer side to which shapes are simplified. */
const STEPS = 400;
/** Of the tile that stands for a layer of pictures: its side in CSS pixels, and its deepest zoom. */
const TILE_SIDE = 160;
const DEEPEST = 16;

type Nested = number[] | Nested[];
type Shape = { coordinates: Nested };
type Point = readonly [number, number];
const maps = new LRUCache<string, string>({ maxSize: 8_000_000, sizeCalculation: (svg) => svg.length + 100 });

/** Lines of a shape, each a list of places in metres; of points each by itself. */
function linesOf(part: Nested): Point[][] {
  if (typeof part[0] === 'number') return [[mercatorOf(part[0], part[1] as number) as unknown as Point]];
  const parts = part as Nested[];
  const isLine = parts.length > 0 && typeof (parts[0] as Nested)[0] === 'number';
  return isLine ? [parts.map((place) => mercatorOf((place as number[])[0] as number, (place as number[])[1] as number) as unknown as Point)] : parts.flatMap(linesOf); // biome-ignore format: one line
}

async function sample({ engine, caller }: DoorRequest, { layer, row }: Published): Promise<Shape[]> {
  const [w = 0, s = 0, e = 0, n = 0] = row.extent ?? [];
  const tolerance = Math.max(e - w, n - s) / STEPS;
  const { rows } = await sql<{ shape: string | null }>`
    select st_asgeojson(case when ${row.type}::int = 1 then r.geom else st_simplify(r.geom, ${tolerance}::float8, true) end, 5) as shape
      from (select n.geom from ${sql.table(partition(layer.id))} n
        where n.deleted_at is null and n.geom is not null and ${visibleTo(caller, layer.id)} order by n.id limit ${MAX_RECORDS}::int) r`.execute(
    engine.db,
  );
  return rows.flatMap(({ shape }) => (shape === null ? [] : [JSON.parse(shape) as Shape]));
}

/** Places of the picture from metres: as large as fits, in the middle. */
function placing(points: readonly Point[]): (point: Point) => string {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(east - west, 1),
    (HEIGHT - 2 * EDGE) / Math.max(north - south, 1),
  );
  const x0 = (WIDTH - (east - west) * scale) / 2;
  const y0 = (HEIGHT - (north - south) * scale) / 2;
  return ([x, y]) => `${(x0 + (x - west) * scale).toFixed(1)} ${(y0 + (north - y) * scale).toFixed(1)}`;
}

function draw(type: number, shapes: readonly Shape[], colour: string): string {
  const lines = shapes.flatMap(({ coordinates }) => linesOf(coordinates));
  const place = placing(lines.flat());
  let path = '';
  for (const line of lines) {
    const next = type === LAYER_TYPES.point ? line.map((point) => `M${place(point)}h0`).join('') : `M${line.map(place).join('L')}${type === LAYER_TYPES.polygon ? 'z' : ''}`; // biome-ignore format: one line
    if (path.length + next.length > MAX_LENGTH) break;
    path += next;
  }
  const width = type === LAYER_TYPES.point ? 5 : 1.2;
  const fill =
    type === LAYER_TYPES.polygon ? `fill="${colour}" fill-opacity="0.35" fill-rule="evenodd"` : 'fill="none"';
  return `<path d="${path}" ${fill} stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** The picture; empty where there is nothing to see. `label` is already escaped. */
export async function smallMap(request: DoorRequest, published: Published, label: string): Promise<string> {
  const { layer, row, fields } = published;
  if (row.type < LAYER_TYPES.point || row.type > LAYER_TYPES.polygon || !row.extent) return '';
  const { style } = cutLook(row.config, fields);
  const mark = marksOf(style)[0];
  const colour = (row.type === LAYER_TYPES.polygon && mark?.stroke_width ? mark.stroke : mark?.color) ?? '#6c55ff';
  const key = `${request.engine.id}/${layer.id}/${row.rev}/${colour}/${sightKey(request.caller, layer.id)}`;
  let drawing = maps.get(key);
  if (drawing === undefined) {
    const shapes = await sample(request, published);
    drawing = shapes.length > 0 ? draw(row.type, shapes, colour) : '';
    maps.set(key, drawing);
  }
  if (drawing === '') return '';
  return `<svg role="img" aria-label="${label}" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#f1f3f5"/>${drawing}</svg>`;
}

/** The map of a layer of pictures: the smallest tile that holds all of it, of the world where nobody knows its place. */
export function pictureMap(request: DoorRequest, { layer, row }: Published, label: string): string {
  if (!layer.services.tiles) return '';
  const [w = -180, s = -85, e = 180, n = 85] = row.extent ?? [];
  let z = DEEPEST;
  const at = (share: number) => Math.floor(share * 2 ** z);
  while (z > 0 && (at(worldX(w)) !== at(worldX(e)) || at(worldY(n)) !== at(worldY(s)))) z--;
  const [x, y] = z > 0 ? [at(worldX(w)), at(worldY(n))] : [0, 0];
  const tile = PICTURE_TAIL.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  return `<img alt="${label}" src="${collectionAddress(request, layer.id)}/${tile}" width="${TILE_SIDE}" height="${TILE_SIDE}" loading="lazy">`;
}
