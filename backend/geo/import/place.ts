// Where the rows of a file would lie in a system that a person names, and which systems are candidates.
import proj4 from 'proj4';
import { checkGeometry, everyPosition } from './geometry';
import { stopIfCancelled } from './problems';
import type { Kind, Layer } from './types';

export type Extent = [west: number, south: number, east: number, north: number];
/** Iran with a margin of half a degree. */
export const IRAN: Extent = [43.5, 24.5, 63.9, 40.3];

/** Rows that are looked at, and positions that are handed on. */
const MAX_ROWS = 2000;
const MAX_POSITIONS = 300;

interface System {
  srid: number | null;
  name: string;
  proj: string;
}

const ED77 = '+ellps=intl +towgs84=-117,-132,-164,0,0,0,0 +units=m +no_defs';
const ZONES = [38, 39, 40, 41];
/**
 * Systems that files from Iran are in: geographic, UTM, the web's, the old national net's, and conic ones. Shifts to WGS 84 are EPSG:1141
 * (ED77) and EPSG:1854 (FD58); the conic one without a code is that of the .prj files of Iranian offices that name it "lamiran".
 */
export const SYSTEMS: readonly System[] = [
  { srid: 4326, name: 'WGS 84', proj: '+proj=longlat +datum=WGS84 +no_defs' },
  ...ZONES.map((zone) => ({
    srid: 32600 + zone,
    name: `WGS 84 / UTM ${zone}N`,
    proj: `+proj=utm +zone=${zone} +datum=WGS84 +units=m +no_defs`,
  })),
  { srid: 3857, name: 'Web Mercator', proj: 'EPSG:3857' },
  ...ZONES.map((zone) => ({
    srid: 2020 + zone,
    name: `ED50(ED77) / UTM ${zone}N`,
    proj: `+proj=utm +zone=${zone} ${ED77}`,
  })),
  {
    srid: 3200,
    name: 'FD58 / Iraq zone (Lambert)',
    proj: '+proj=lcc +lat_1=32.5 +lat_0=32.5 +lon_0=45 +k_0=0.9987864078 +x_0=1500000 +y_0=1166200 +ellps=clrk80 +towgs84=-239.1,-170.02,397.5,0,0,0,0 +units=m +no_defs',
  },
  {
    srid: null,
    name: 'Lambert 30°–36°, 54°E',
    proj: '+proj=lcc +lat_1=30 +lat_2=36 +lat_0=24 +lon_0=54 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  },
];

/** One reading of the numbers; `overlap` is the share of the rows that it puts into the organisation's extent. */
export interface Candidate {
  srid: number | null;
  /** PROJ text, where no EPSG code names the system. */
  crs: string | null;
  name: string;
  /** Latitude or northing stands first. */
  swapped: boolean;
  overlap: number;
  positions: [number, number][];
}

/** The first positions of the first rows of a kind, in the file's own numbers, and how many rows have none. */
export async function sampleOf(layer: Layer, kind: Kind, signal?: AbortSignal) {
  const positions: [number, number][] = [];
  let rows = 0;
  let bad = 0;
  for await (const row of layer.rows(MAX_ROWS)) {
    if (rows % 500 === 0) stopIfCancelled(signal);
    if (rows++ >= MAX_ROWS) break;
    const checked = row.problem ? null : checkGeometry(row.geometry);
    const shape = checked && 'shapes' in checked ? checked.shapes.find((s) => s.kind === kind) : undefined;
    if (!shape) bad++;
    else
      everyPosition(shape.geometry, ([x, y]) => {
        positions.push([x as number, y as number]);
        return false;
      });
  }
  const step = Math.ceil(positions.length / MAX_POSITIONS) || 1;
  return { rows: Math.min(rows, MAX_ROWS), bad, positions: positions.filter((_, i) => i % step === 0) };
}

const isIn = ([x, y]: [number, number], [w, s, e, n]: Extent) => x >= w && x <= e && y >= s && y <= n;

/** The systems and orders of axes that put the positions into `home`, the likeliest first. */
export function candidatesOf(positions: readonly [number, number][], home: Extent): Candidate[] {
  const all = SYSTEMS.flatMap(({ srid, name, proj }) =>
    [false, true].map((swapped): Candidate => {
      const forward = proj4(proj, 'EPSG:4326');
      const placed = positions.flatMap(([x, y]): [number, number][] => {
        try {
          const [lon, lat] = forward.forward(swapped ? [y, x] : [x, y]) as [number, number];
          return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [[lon, lat]] : [];
        } catch {
          // Numbers that the projection cannot turn back lie nowhere.
          return [];
        }
      });
      const overlap = placed.filter((p) => isIn(p, home)).length / Math.max(1, positions.length);
      return { srid, crs: srid === null ? proj : null, name, swapped, overlap, positions: placed };
    }),
  );
  return all
    .filter((one) => one.overlap > 0)
    .sort((a, b) => b.overlap - a.overlap || Number(a.swapped) - Number(b.swapped));
}
