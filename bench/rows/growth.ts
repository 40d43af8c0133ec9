// Row: how the time of each call grows with the layer: 1/100, 1/10 and all of the points, through the whole backend.
import { layerName, tileTemplate } from '../../contract/ogc';
import { denseSpot, points } from '../data';
import { timed, typical } from '../load';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type PointLayer, type ServerSide, type Stage } from '../stage';
import { tileAt } from '../tile-list';

const REPEATS = 5;
/** Records of the smaller and the larger layer that go out and in as files: more would measure this program's own memory. */
const FILES = [10_000, 100_000] as const;
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

interface Call {
  name: string;
  method: 'GET' | 'POST';
  url: (layer: PointLayer) => string;
  body?: (layer: PointLayer) => unknown;
  /** Times the layer of 1/100; absent where the work is as large as the layer by its nature. */
  target?: number;
  repeats?: number;
}

const [lon, lat] = denseSpot();
const box = (side: number) => ({
  type: 'Polygon',
  coordinates: [[[lon, lat], [lon + side, lat], [lon + side, lat + side], [lon, lat + side], [lon, lat]]], // biome-ignore format: a box
});
const list = (layer: PointLayer, more: string) => `/api/layerdata/?layer=${layer.id}&limit=25&${more}`;
const small = tileAt(12, [lon, lat]);

const CALLS: Call[] = [
  { name: 'list: page 1 by number', method: 'GET', url: (l) => list(l, 'order=value__amount'), target: 2 },
  { name: 'list: part of a text', method: 'GET', url: (l) => list(l, `value__name=${encodeURIComponent('شماره 4242')}`), target: 5 }, // biome-ignore format: one call a line
  { name: 'list: a number nobody has', method: 'GET', url: (l) => list(l, 'value__code=-5') },
  { name: 'list: inside a small box', method: 'GET', url: (l) => list(l, `geometry=${json(box(0.01))}`), target: 10 },
  {
    name: 'query tree: text and place',
    method: 'POST',
    url: () => '/api/layerdata_query/',
    body: (l) => ({
      layer: l.id,
      limit: 25,
      query: {
        and: [
          { field: 'kind', is: 'eq', value: 'چاه' },
          { place: 'intersects', geometry: box(0.02) },
        ],
      },
    }),
    target: 10,
  },
  { name: 'ids inside a small box', method: 'GET', url: (l) => `/api/layerdata/get_ids/?layer=${l.id}&geometry=${json(box(0.01))}`, target: 10 }, // biome-ignore format: one call a line
  {
    name: 'identify at a point, 20 m round it',
    method: 'POST',
    url: () => '/api/identify/',
    body: (l) => ({ geometry: { type: 'Point', coordinates: [lon, lat] }, layers: [l.id], tolerance: 20 }),
    target: 5,
  },
  { name: 'search in one layer', method: 'POST', url: () => `/api/search/?search=${encodeURIComponent('شماره ۴۲۴۲')}`, body: (l) => ({ layers: [l.id] }), target: 10 }, // biome-ignore format: one call a line
  {
    name: 'a tile at z12, kept in memory',
    method: 'GET',
    url: (l) => tileTemplate(l.id).replace('{z}', '12').replace('{x}', String(small.x)).replace('{y}', String(small.y)),
    target: 2,
  },
  {
    name: 'what lies at a pixel (GetFeatureInfo)',
    method: 'GET',
    url: (l) => `/geoserver/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&LAYERS=${layerName(l.id)}&CRS=CRS:84&BBOX=${lon},${lat},${lon + 0.05},${lat + 0.05}&WIDTH=256&HEIGHT=256&FORMAT=image/png&INFO_FORMAT=application/json&I=128&J=128`, // biome-ignore format: one address
    target: 5,
  },
  {
    name: 'average of a field',
    method: 'GET',
    url: (l) => `/api/layerdata/${l.id}/calc_avg/?field=amount`,
    repeats: 2,
  },
];

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'growth', value: '', beside: NO_POSTGRES };
  const layers: PointLayer[] = [];
  for (const share of [100, 10, 1]) layers.push(await stage.points(Math.round(stage.rows / share)));
  const [least, middle, most] = layers as [PointLayer, PointLayer, PointLayer];
  const time = (call: Call, layer: PointLayer) =>
    typical(call.repeats ?? REPEATS, async () => {
      const { status } = await side.world.call('super', call.method, call.url(layer), call.body?.(layer));
      if (status >= 300) throw new Error(`${layer.rows} records: refused with ${status}`);
    });
  for (const call of CALLS) {
    const name = `${call.name}, ${most.rows} records`;
    try {
      const [a, b, c] = [await time(call, least), await time(call, middle), await time(call, most)];
      yield {
        name,
        value: ms(c),
        beside: `${least.rows}: ${ms(a)}; ${middle.rows}: ${ms(b)}`,
        ratio: c / a,
        ...(call.target ? { target: atMost(call.target) } : {}),
      };
    } catch (error) {
      // A call may take so long only: what is refused is told as such, and the others are measured.
      yield { name, value: '', beside: error instanceof Error ? error.message : String(error) };
    }
  }
  const [few, many] = [
    await stage.points(Math.min(least.rows, FILES[0])),
    await stage.points(Math.min(middle.rows, FILES[1])),
  ];
  for (const format of ['geojson', 'csv', 'gpkg', 'shp']) {
    const download = async (layer: PointLayer) => {
      const token = await side.world.call('super', 'POST', `/api/export_token/${layer.id}/`, { format });
      const { name, token: key } = token.body;
      const { status } = await side.world.call('super', 'GET', `/api/export/layerdata/${name}/${key}/`);
      if (status !== 200) throw new Error(`export: ${status}`);
    };
    const [a, b] = [await typical(2, () => download(few)), await typical(1, () => download(many))];
    yield {
      name: `export to ${format}, ${many.rows} records`,
      value: ms(b),
      beside: `${few.rows}: ${ms(a)}`,
      ratio: b / a,
      target: atMost(12),
    };
  }

  const [short, long] = [await imported(side, few.rows), await imported(side, many.rows)];
  yield {
    name: `import of a CSV, upload to layer, ${many.rows} records`,
    value: ms(long),
    beside: `${few.rows}: ${ms(short)}`,
    ratio: long / short,
    target: atMost(12),
  };
}

/** The time from sending a CSV of points to the layer that comes of it. */
async function imported({ world }: ServerSide, count: number): Promise<number> {
  const lines = ['name,kind,amount,lon,lat'];
  for (const { value, geometry } of points(count)) {
    const [x, y] = (geometry as { coordinates: number[] }).coordinates;
    lines.push(`${value.name},${value.kind},${value.amount},${x},${y}`);
  }
  const text = lines.join('\n');
  return timed(async () => {
    const inspection = await world.upload('super', 'points.csv', text);
    const dataset = inspection.datasets[0];
    const fields = dataset.fields.map((f: { name: string; type: string }) => ({ source: f.name, label: f.name, type: f.type })); // biome-ignore format: one line
    const order = {
      file_id: inspection.file_id,
      dataset: dataset.name,
      type: 1,
      label: `csv ${count}`,
      srid: 4326,
      fields,
    };
    const started = await world.call('super', 'POST', '/api/layer_import/', order);
    for (;;) {
      const { body } = await world.call('super', 'GET', `/api/job/${started.body.id}/`);
      if (body.state === 'done' && body.imported === count) return;
      if (body.state !== 'waiting' && body.state !== 'running') throw new Error(`import: ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
}
