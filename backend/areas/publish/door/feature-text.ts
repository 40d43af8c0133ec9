// Records as GeoJSON text. Written by hand, because clients guess types by how numbers look: a decimal always has its point.
import { CRS84, type Crs, EPSG_3857 } from '../../../../contract/ogc-api/names';
import { mercatorOf } from '../../../../contract/ogc-api/values';
import type { Field, Value, Values } from '../../../../contract/schemas/form';
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

/** JSON of one value, as its field's type shows itself. */
export function valueText(layer: Published['layer'], field: Field, value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' && isDecimal(layer, field)) return decimalText(value);
  return JSON.stringify(value);
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

/** `more` stands behind the properties: JSON members with a comma before them. */
export function featureText({ layer, fields }: Published, row: FeatureRow, crs: Crs, more = ''): string {
  const properties = fields.map((field) => `${JSON.stringify(field.name)}:${valueText(layer, field, row.value[field.name])}`); // biome-ignore format: one line
  return `{"type":"Feature","id":${row.id},"geometry":${geometryText(row.geometry, crs)},"properties":{${properties.join(',')}}${more}}`;
}
