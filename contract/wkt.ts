// Well-known text as table cells have it: EWKT's SRID, heights that no Z announces, line breaks, and nothing after its end.

const TYPES: Record<string, string> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
};
const DEPTH: Record<string, number> = {
  Point: 0,
  LineString: 1,
  MultiPoint: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
};
const HEAD = /^\s*(?:SRID\s*=\s*(\d{1,6})\s*;)?\s*([A-Z]+?)\s*(ZM|Z|M)?\s*(EMPTY|\()/i;

/** Only the beginning is looked at: cells of any length come from strangers. */
const headOf = (text: string) => HEAD.exec(text.slice(0, 200));
const TUPLE = /[^,()]*/y;

export const looksLikeWkt = (text: string) => {
  const type = headOf(text)?.[2]?.toUpperCase();
  return type !== undefined && (type in TYPES || type === 'GEOMETRYCOLLECTION');
};

export const ewktSrid = (text: string): number | null => {
  const srid = headOf(text)?.[1];
  return srid ? Number(srid) : null;
};

/** GeoJSON of a WKT text (unchecked: numbers may be NaN), null for EMPTY, undefined where the text is none. */
export function fromWkt(text: string): { type: string; coordinates: unknown } | null | undefined {
  const head = headOf(text);
  const type = TYPES[head?.[2]?.toUpperCase() ?? ''];
  if (!head || !type) return undefined;
  if (head[4]?.toUpperCase() === 'EMPTY') return null;
  const onlyM = head[3]?.toUpperCase() === 'M';
  let at = head[0].length - 1;

  const space = () => {
    while (/\s/.test(text[at] ?? '')) at++;
  };
  const point = (): number[] | undefined => {
    TUPLE.lastIndex = at;
    const tuple = TUPLE.exec(text)?.[0] ?? '';
    const numbers = tuple.trim().split(/\s+/).map(Number);
    at += tuple.length;
    return numbers.length < 2 ? undefined : numbers.slice(0, onlyM ? 2 : 3);
  };
  const list = (depth: number): unknown[] | undefined => {
    space();
    if (text[at] !== '(') return undefined;
    const items: unknown[] = [];
    do {
      at++;
      space();
      // MULTIPOINT is written with and without brackets around its points.
      const item = depth > 1 || (depth === 1 && text[at] === '(' && type === 'MultiPoint') ? list(depth - 1) : point();
      if (item === undefined) return undefined;
      items.push(depth === 1 && type === 'MultiPoint' && Array.isArray(item[0]) ? item[0] : item);
      space();
    } while (text[at] === ',');
    if (text[at] !== ')') return undefined;
    at++;
    return items;
  };
  const depth = DEPTH[type] as number;
  const coordinates = list(depth);
  if (!coordinates || text.slice(at).trim() !== '') return undefined;
  return { type, coordinates: depth === 0 ? coordinates[0] : coordinates };
}
