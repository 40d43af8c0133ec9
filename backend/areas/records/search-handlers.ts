// Calls that search many layers: on the map, by id, by text. Layers that the caller may not see are never queried.
import { searchWords } from '../../../contract/schemas/query';
import { place } from '../../geo/geometry';
import type { Ctx } from '../../http/context';
import { invalid } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { findMany, recordLayerIds, recordLayers } from '../layers/store';
import { getRegion } from '../regions/access';
import { findLayersOfRecords } from './access';
import { prepareShape } from './filter';
import * as searchStore from './search-store';
import { commonWordsIn } from './sql/common-words';
import { titleOf } from './values/title';

const MAX_RESULTS = 50;
const MAX_MINI_RESULTS = 10;

/** How the found records are shown; their layers alone are read whole. */
async function describeMatches({ engine, caller }: Ctx, rows: readonly searchStore.MatchRow[]) {
  const layers = await findMany(engine.db, caller, [...new Set(rows.map((row) => row.layer_id))]);
  const byId = new Map(layers.map((l) => [l.id, l]));
  return rows.map((row) => ({
    match: { id: row.id, layer: row.layer_id, title: titleOf(byId.get(row.layer_id), row), value: row.value },
    row,
  }));
}

export const searchHandlers: Pick<Handlers['records'], 'identify' | 'values' | 'search'> = {
  async identify(ctx, { body }) {
    const shape = await prepareShape(ctx.engine.db, body.geometry);
    const placed = place(shape);
    if (!placed) throw invalid('geometry');
    const rows = await searchStore.findNear(
      ctx.engine.db,
      await recordLayerIds(ctx.engine.db, ctx.caller, body.layers, true),
      shape,
      placed.bbox,
      body.tolerance ?? 0,
      ctx.caller,
      body.limit ?? MAX_RESULTS,
    );
    return (await describeMatches(ctx, rows)).map(({ match, row }) => ({ ...match, geometry: row.geometry }));
  },

  async values(ctx, { body }) {
    const { db } = ctx.engine;
    const layers = await findLayersOfRecords(ctx, body.ids);
    const rows = layers.length > 0 ? await searchStore.getValues(db, layers, body.ids, ctx.caller) : [];
    return (await describeMatches(ctx, rows)).map(({ match }) => match);
  },

  async search(ctx, { query, body }) {
    const layers = await recordLayers(ctx.engine.db, ctx.caller, body.layers);
    if (body.region !== undefined) await getRegion(ctx, body.region);
    const isCommon = searchWords(query.search).length > 1 ? await commonWordsIn(ctx.engine, layers) : () => false;
    const ids = layers.map(({ id }) => id);
    const rows = await searchStore.searchText(ctx.engine.db, ids, query.search, {
      isCommon,
      reader: ctx.caller,
      within: body.region,
      shape: body.geometry && (await prepareShape(ctx.engine.db, body.geometry)),
      limit: query.mini ? MAX_MINI_RESULTS : MAX_RESULTS,
    });
    return (await describeMatches(ctx, rows)).map(({ match, row }) => ({ ...match, extent: row.extent }));
  },
};
