// Finding records over many layers: on the map, by id, by text. Layers that the caller may not see are never asked.

import { place } from '../../geo/geometry';
import { invalid } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import type { LayerRow } from '../layers/store';
import { visibleLayers } from './access';
import { regionFor, soundShape } from './filter';
import * as found from './found';

const RESULTS = 50;
const FEW_RESULTS = 10;

function titleOf(layer: LayerRow | undefined, row: found.FoundRow): string {
  const label = layer?.config.labels?.field;
  const first = layer?.config.form.find((f) => f.type === 'text')?.name;
  for (const name of [label, first]) {
    const value = name === undefined ? null : row.value[name];
    if (value !== null && value !== undefined && value !== '') return String(value);
  }
  return String(row.id);
}

function described(layers: readonly LayerRow[]) {
  const byId = new Map(layers.map((l) => [l.id, l]));
  return (row: found.FoundRow) => ({
    id: row.id,
    layer: row.layer_id,
    title: titleOf(byId.get(row.layer_id), row),
    value: row.value,
  });
}
const idsOf = (layers: readonly LayerRow[]) => layers.map((l) => l.id);

export const finding: Pick<Handlers['records'], 'identify' | 'values' | 'search'> = {
  async identify(ctx, { body }) {
    const shape = await soundShape(ctx.engine.db, body.geometry);
    const placed = place(shape);
    if (!placed) throw invalid('geometry');
    const layers = (await visibleLayers(ctx, body.layers)).filter((l) => l.type > 0);
    const rows = await found.meeting(
      ctx.engine.db,
      idsOf(layers),
      shape,
      placed.bbox,
      body.tolerance ?? 0,
      ctx.caller.regions,
      body.limit ?? RESULTS,
    );
    const describe = described(layers);
    return rows.map((row) => ({ ...describe(row), geometry: row.geometry }));
  },

  async values(ctx, { body }) {
    const layers = await visibleLayers(ctx, []);
    const rows = await found.valuesOf(ctx.engine.db, idsOf(layers), body.ids, ctx.caller.regions);
    return rows.map(described(layers));
  },

  async search(ctx, { query, body }) {
    const layers = await visibleLayers(ctx, body.layers);
    if (body.region !== undefined) await regionFor(ctx, body.region);
    const rows = await found.searching(ctx.engine.db, idsOf(layers), query.search, {
      regions: ctx.caller.regions,
      within: body.region,
      shape: body.geometry && (await soundShape(ctx.engine.db, body.geometry)),
      limit: query.mini ? FEW_RESULTS : RESULTS,
    });
    const describe = described(layers);
    return rows.map((row) => ({ ...describe(row), extent: row.extent }));
  },
};
