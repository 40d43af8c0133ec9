// Finding records over many layers: on the map, by id, by text. Layers that the caller may not see are never asked.

import { place } from '../../geo/geometry';
import type { Ctx } from '../../http/context';
import { invalid } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { findMany, type LayerRow, recordLayerIds } from '../layers/store';
import { regionFor } from '../regions/access';
import { layersHolding } from './access';
import { soundShape } from './filter';
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

/** How the found records are shown; their layers alone are read whole. */
async function described({ engine, caller }: Ctx, rows: readonly found.FoundRow[]) {
  const layers = await findMany(engine.db, caller, [...new Set(rows.map((row) => row.layer_id))]);
  const byId = new Map(layers.map((l) => [l.id, l]));
  return rows.map((row) => ({
    shown: { id: row.id, layer: row.layer_id, title: titleOf(byId.get(row.layer_id), row), value: row.value },
    row,
  }));
}

export const finding: Pick<Handlers['records'], 'identify' | 'values' | 'search'> = {
  async identify(ctx, { body }) {
    const shape = await soundShape(ctx.engine.db, body.geometry);
    const placed = place(shape);
    if (!placed) throw invalid('geometry');
    const rows = await found.meeting(
      ctx.engine.db,
      await recordLayerIds(ctx.engine.db, ctx.caller, body.layers, true),
      shape,
      placed.bbox,
      body.tolerance ?? 0,
      ctx.caller,
      body.limit ?? RESULTS,
    );
    return (await described(ctx, rows)).map(({ shown, row }) => ({ ...shown, geometry: row.geometry }));
  },

  async values(ctx, { body }) {
    const { db } = ctx.engine;
    const layers = await layersHolding(ctx, body.ids);
    const rows = layers.length > 0 ? await found.valuesOf(db, layers, body.ids, ctx.caller) : [];
    return (await described(ctx, rows)).map(({ shown }) => shown);
  },

  async search(ctx, { query, body }) {
    const layers = await recordLayerIds(ctx.engine.db, ctx.caller, body.layers);
    if (body.region !== undefined) await regionFor(ctx, body.region);
    const rows = await found.searching(ctx.engine.db, layers, query.search, {
      reader: ctx.caller,
      within: body.region,
      shape: body.geometry && (await soundShape(ctx.engine.db, body.geometry)),
      limit: query.mini ? FEW_RESULTS : RESULTS,
    });
    return (await described(ctx, rows)).map(({ shown, row }) => ({ ...shown, extent: row.extent }));
  },
};
