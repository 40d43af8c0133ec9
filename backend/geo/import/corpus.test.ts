// Files of every class, read by us and by the host's GDAL, and compared row by row.
import { describe, expect, test } from 'vitest';
import {
  CORPUS,
  type CorpusFile,
  hasOgr2ogr,
  type SecondFeature,
  secondPath,
  secondReader,
} from '../../../testing/corpus';
import { importFiles } from '../../../testing/import-files';

const fixture = importFiles();

type Loose = SecondFeature['geometry'];

/** Positions of a geometry by kind, rounded to a centimetre and in one order: rings may begin anywhere. */
function positionsOf(geometry: Loose): string[] {
  if (!geometry) return [];
  if (geometry.geometries) return geometry.geometries.flatMap(positionsOf);
  const kind = geometry.type.replace('Multi', '');
  const texts: string[] = [];
  const walk = (part: unknown): void => {
    const list = part as unknown[];
    if (typeof list[0] !== 'number') {
      list.forEach(walk);
      return;
    }
    const [x, y, z] = list as number[];
    const at = [x, y].map((c) => ((c as number) + 0).toFixed(6).replace('-0.000000', '0.000000'));
    texts.push([kind, ...at, ...(z === undefined ? [] : [z.toFixed(3)])].join(' '));
  };
  walk(geometry.coordinates);
  // A ring's last position is its first, which may be another one.
  return [...new Set(texts)].sort();
}

const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

/** A value as text: days and numbers alike in both readers. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
  return text.replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3').replace(/(:\d\d)(Z|\+00:00)$/, '$1Z');
};

async function ours(file: CorpusFile) {
  const testFile = file.make(fixture.folder);
  const { datasets, warnings } = await fixture.look(testFile);
  const rows = new Map<string, { values: Record<string, unknown>; positions: string[] }>();
  let refused = 0;
  for (const dataset of datasets) {
    const order = { dataset: dataset.name, type: dataset.type as 1, ...(file.srid ? { srid: file.srid } : {}) };
    for (const { row, values, geometry, problem } of await fixture.all(testFile, order)) {
      if (problem) refused++;
      const key = `${dataset.name} ${row}`;
      const previous = rows.get(key)?.positions ?? [];
      if (!problem) rows.set(key, { values, positions: [...previous, ...positionsOf(geometry as Loose)].sort() });
    }
  }
  const notes = [...new Set(datasets.flatMap((d) => d.notes ?? []).map((n) => n.code))];
  const layers = [...new Set(datasets.map(({ name }) => name))];
  return { testFile, layers, rows: [...rows.values()], refused, notes, warnings };
}

// GDAL is the second reader: without it there is nothing to compare with (Debian's gdal-bin).
describe.skipIf(!hasOgr2ogr)('as GDAL reads it:', () => {
  test.each(CORPUS.map((file) => [file.what, file] as const))('%s', async (_, file) => {
    const { testFile, layers, rows, refused, notes, warnings } = await ours(file);
    expect(notes).toEqual(file.notes ?? []);
    expect(refused).toBe(file.refused ?? 0);
    if (file.warnings) expect(warnings).toEqual(file.warnings);
    const path = secondPath(testFile, file.inside);
    const named = layers.length > 1 ? layers : [file.layer ?? null];
    const second = named.flatMap((layer) => secondReader(path, layer, file.srid, file.open));
    expect(rows.length).toBe(second.length - (file.refused ?? 0));
    const apart = new Set(file.apart);
    const displayRow = (values: Record<string, unknown>) =>
      Object.entries(apart.has('*') ? {} : values)
        .flatMap(([name, value]) => (apart.has(name) ? [] : [[name, textOf(value)]]))
        .sort();
    const expected = second.map(({ properties, geometry }) => [displayRow(properties), positionsOf(geometry)]);
    expect(inOrder(rows.map(({ values, positions }) => [displayRow(values), positions]))).toEqual(inOrder(expected));
  });
});

test('are of eighty kinds and more', () => {
  expect(new Set(CORPUS.map(({ what }) => what)).size).toBe(CORPUS.length);
  expect(CORPUS.length).toBeGreaterThanOrEqual(80);
});
