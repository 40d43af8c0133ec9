// Coasts, lakes and rivers of GSHHG and WDBII, as Debian's `gmt` and `gmt-gshhg-full` give them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LAND = 1;
const LAKE = 2;
const ISLAND = 3;

/** Text of `gmt coast -M`: pieces of line, each below a head with its level. */
function coast(...choice) {
  const folder = mkdtempSync(join(tmpdir(), 'coast-'));
  try {
    const text = execFileSync('gmt', ['coast', '-JQ10c', '-M', ...choice], {
      cwd: folder,
      encoding: 'latin1',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pieces = [];
    for (const line of text.split('\n')) {
      if (line.startsWith('>')) pieces.push({ level: Number(/Level (\d+)/.exec(line)[1]), line: [] });
      else if (line) pieces.at(-1).line.push(line.split('\t').map(Number));
    }
    return pieces.filter(({ line }) => line.length > 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A point's name, the same on both sides of the 180th meridian. */
const key = ([lng, lat]) => `${Math.round((((lng % 360) + 360) % 360) * 1e5) % 36e6} ${Math.round(lat * 1e5)}`;

/** A ring whose longitudes go on beyond 180 instead of jumping, and that is closed along the pole where it goes round it. */
export function unwrap(ring) {
  let shift = 0;
  const out = ring.map(([lng, lat], i) => {
    const jump = i > 0 ? lng - ring[i - 1][0] : 0;
    if (Math.abs(jump) > 180) shift -= 360 * Math.sign(jump);
    return [lng + shift, lat];
  });
  const [first, last] = [out[0], out.at(-1)];
  if (Math.abs(last[0] - first[0]) > 180) out.push([last[0], -90], [first[0], -90], first);
  return out;
}

/** Pieces put end to end: each end has one piece that goes on from it. */
function rings(pieces) {
  const from = new Map();
  const closed = [];
  for (const piece of pieces)
    if (key(piece.line[0]) === key(piece.line.at(-1))) closed.push(piece);
    else from.set(key(piece.line[0]), piece);
  for (const piece of from.values()) {
    let line = [];
    let next = piece;
    while (next) {
      from.delete(key(next.line[0]));
      line = line.concat(line.length > 0 ? next.line.slice(1) : next.line);
      next = from.get(key(next.line.at(-1)));
    }
    closed.push({ level: piece.level, line });
  }
  return closed.map(({ level, line }) => ({ level, ring: unwrap(line) }));
}

/** West, south, east, north of a ring, in degrees. */
export function box(ring) {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

/** Square kilometres, near enough to leave small ones out. */
function area(ring, [, south, , north]) {
  let sum = 0;
  for (let i = 1; i < ring.length; i += 1) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1];
  return (Math.abs(sum) / 2) * 111.32 ** 2 * Math.cos((((south + north) / 2) * Math.PI) / 180);
}

/** Whether a point lies in a closed ring. */
export function isInside([x, y], ring) {
  let inside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Land and lakes of the whole earth as rings in degrees with their areas in km2; a lake's islands are holes in it. */
export function landAndLakes() {
  const all = rings(coast('-Rd', '-Df', '-W1')).map(({ level, ring }) => {
    const bounds = box(ring);
    return { level, ring, bounds, area: area(ring, bounds) };
  });
  const lakes = all.filter(({ level }) => level === LAKE).sort((a, b) => a.area - b.area);
  const polygons = new Map(lakes.map((lake) => [lake, [lake.ring]]));
  for (const { ring, level } of all) {
    if (level !== ISLAND) continue;
    const [x, y] = ring[0];
    const lake = lakes.find(
      ({ bounds: [w, s, e, n], ring: shore }) => x >= w && x <= e && y >= s && y <= n && isInside(ring[0], shore),
    );
    polygons.get(lake)?.push(ring);
  }
  const shape = ({ bounds, area }, coordinates) => ({ bounds, area, coordinates });
  return {
    land: all.filter(({ level }) => level === LAND).map((part) => shape(part, [part.ring])),
    lakes: [...polygons].map(([lake, coordinates]) => shape(lake, coordinates)),
  };
}

/** Rivers of a region (`west/east/south/north`) in one of GMT's resolutions; level 0 to 4 flow all year, the rest by season. */
export const rivers = (region, resolution) => coast(`-R${region}`, `-D${resolution}`, '-Ia');
