// Records as GeoJSON text. Written by hand, because clients guess types by how numbers look: a decimal always has its point.
import { CRS84, type Crs, EPSG_3857 } from '../../../../contract/ogc-api/names';
import { mercatorOf } from '../../../../contract/ogc-api/values';
import type { Values } from '../../../../contract/schemas/form';
import { isDecimal, type Published } from './door-request';

/** Decimals of metres; degrees come with seven from the database. */
const METRES = 1000;

export interface FeatureRow {
  id: number;
  value: Values;
  /** GeoJSON in degrees; null without a place. */
  geometry: string | null;
  version: number;
}

/** A number that every client takes for a decimal: `25` becomes `25.0`. */
export function decimalText(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

type Nested = number[] | Nested[];

/** A geometry's JSON in another coordinate system. */
export function geometryText(geometry: string | null, crs: Crs): string {
  if (geometry === null || crs === CRS84) return geometry ?? 'null';
  const turn = ([lon = 0, lat = 0, ...height]: number[]): number[] => {
    if (crs !== EPSG_3857) return [lat, lon, ...height];
    const metres = mercatorOf(lon, lat).map((metre) => Math.round(metre * METRES) / METRES);
    return [...metres, ...height];
  };
  const walk = (part: Nested): Nested =>
    typeof part[0] === 'number' ? turn(part as number[]) : (part as Nested[]).map(walk);
  const { type, coordinates } = JSON.parse(geometry) as { type: string; coordinates: Nested };
  return JSON.stringify({ type, coordinates: walk(coordinates) });
}

/**
 * Writes features of a layer. What is the same for all of them is looked up once: a page has a thousand. `more` stands behind the
 * properties: JSON members with a comma before them.
 */
export function featureWriter({ layer, fields }: Published, crs: Crs): (row: FeatureRow, more?: string) => string {
  const members = fields.map((field) => ({ name: field.name, head: `${JSON.stringify(field.name)}:`, isDecimal: isDecimal(layer, field) })); // biome-ignore format: one line
  return (row, more = '') => {
    const properties = members.map(({ name, head, isDecimal: writesPoint }) => {
      const value = row.value[name];
      if (value === null || value === undefined) return `${head}null`;
      return head + (writesPoint && typeof value === 'number' ? decimalText(value) : JSON.stringify(value));
    });
    return `{"type":"Feature","id":${row.id},"geometry":${geometryText(row.geometry, crs)},"properties":{${properties.join(',')}}${more}}`;
  };
}
