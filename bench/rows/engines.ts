// Row: the embedded engine beside the server engine, on the same points: tiles, and records saved one by one.
import { advanceRevision, insert, log } from '../../backend/areas/records/store';
import type { Engine } from '../../backend/db/engine';
import { place } from '../../backend/geo/geometry';
import { makeTile } from '../../backend/geo/tiles';
import { COLUMNS, places } from '../data';
import { timed } from '../load';
import { atLeast, type Line, rate } from '../report';
import { NO_POSTGRES, type PointLayer, type Stage } from '../stage';
import { tileList } from '../tile-list';

const CLIENTS = 4;
const WRITES = 300;

/** Tiles a second with four askers. */
async function tiles(engine: Engine, layer: PointLayer, list: ReturnType<typeof tileList>): Promise<number> {
  let next = 0;
  const client = async () => {
    for (let tile = list[next++]; tile; tile = list[next++])
      await makeTile(engine.db, { layer: layer.id, type: 1, ...tile, fields: COLUMNS, regions: [] });
  };
  const spent = await timed(() => Promise.all(Array.from({ length: CLIENTS }, client)));
  return (list.length / spent) * 1000;
}

/** Records saved a second, each in a transaction of its own with its log entry and the layer's counter, as the backend saves them. */
async function writes(engine: Engine, layer: PointLayer): Promise<number> {
  const next = places(5);
  const spent = await timed(async () => {
    for (let i = 0; i < WRITES; i++) {
      const geometry = { type: 'Point' as const, coordinates: next() };
      const placed = place(geometry);
      const value = { name: `عارضه تازه ${i}`, kind: 'چاه', state: 'فعال', amount: i };
      await engine.db.transaction().execute(async (tx) => {
        const [record] = (await insert(tx, { id: layer.id, config: { form: [] } }, layer.account, [
          { value, geometry, placed, status: 3, authors: null },
        ])) as [number];
        const after = { value, geometry, status: 3 };
        await log(tx, layer.id, layer.account, [{ record, action: 'create', before: null, after }]);
        await advanceRevision(tx, layer.id, 1, placed?.bbox ?? null);
      });
    }
  });
  return (WRITES / spent) * 1000;
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'embedded engine beside the server engine', value: '', beside: NO_POSTGRES };
  const there = await stage.points(stage.embeddedRows);
  const here = await stage.embedded();
  for (const { said, list } of [
    { said: 'z10-14', list: tileList(200, [10, 11, 12, 13, 14]) },
    { said: 'z5-8', list: tileList(40, [5, 6, 7, 8]) },
  ]) {
    await tiles(here.engine, here.layer, list.slice(0, 10));
    await tiles(side.engine, there, list.slice(0, 10));
    const [own, other] = [await tiles(here.engine, here.layer, list), await tiles(side.engine, there, list)];
    const name = `embedded engine: tiles without cache, ${said}, ${there.rows} points`;
    yield {
      name,
      value: rate(own),
      beside: `server engine: ${rate(other)}`,
      ratio: own / other,
      target: atLeast(0.25),
    };
  }
  const [own, other] = [await writes(here.engine, here.layer), await writes(side.engine, there)];
  const name = 'embedded engine: records saved one by one';
  yield { name, value: rate(own), beside: `server engine: ${rate(other)}`, ratio: own / other, target: atLeast(0.6) };
}
