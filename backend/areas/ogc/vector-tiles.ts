// Vector tiles of a layer: from the cache, or made when the turn of whoever asks has come.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { isChoice } from '../../../contract/fields';
import { fieldOfSource, spanRule, type TimeSpan, timeSources } from '../../../contract/filters/time-span';
import { MVT } from '../../../contract/ogc';
import type { OgcRequest } from '../../../contract/ogc-request';
import { asksRelated } from '../../../contract/schemas/query';
import { fieldsToDraw } from '../../../contract/schemas/style';
import { approvalIn, sightKey } from '../../geo/sight';
import { MAX_ZOOM, makeTile, type TileRequest } from '../../geo/tiles';
import type { Asking, World } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import { heavyQueue } from '../../http/heavy';
import type { Caller } from '../../identity/caller';
import type { LayerRow } from '../layers/store';
import { treeCondition, treeOf } from '../records/filter';
import { compile, NO_LOOKUPS } from '../records/query';

/** Tiles that are made at once, for all people and for one; and those of one that wait, and how long. More are refused with 429. */
const MAX_TILES_AT_ONCE = 64;
const MAX_TILES_AT_ONCE_EACH = 8;
const MAX_TILES_WAITING_EACH = 256;
const MAX_TILE_WAIT_MS = 9_000;

export type Tile = Extract<OgcRequest, { kind: 'tile' }>;

/** How the points of a saved style are put together. */
const clustersOf = ({ type, config: { style } }: LayerRow): Pick<TileRequest, 'cluster' | 'clusterBy'> =>
  style.kind === 'cluster' && type === 1 ? { cluster: style.radius, clusterBy: style.by?.field } : {};

/** A name for all that a tile is made of beside its place: who remembers tiles for others asks whether it is still so. */
const scopeName = ({ id, rev }: LayerRow, scope: string) =>
  createHash('sha256')
    .update(JSON.stringify([id, rev, scope]))
    .digest('base64url')
    .slice(0, 24);

/** The field of a layer's labels, where what is written is not what is stored. */
const labelOf = ({ config: { form, labels } }: LayerRow) =>
  form.find((field) => field.name === labels?.field && isChoice(field));

/** Condition that a record `n` is of a span of days; a field that the form has not, or one without days, is refused. */
function duringCondition({ config: { form } }: LayerRow, span: TimeSpan): RawBuilder<unknown> {
  if (!timeSources(form).includes(span.of)) throw new Refusal(400, 'invalid', { params: { key: fieldOfSource(span.of) ?? span.of } }); // biome-ignore format: one line
  return compile(spanRule(span), form, NO_LOOKUPS);
}

/** Condition that a query leaves a record `n`. One about related records would be answered anew for each cell of a tile. */
async function queryCondition(ctx: Asking, layer: LayerRow, text: string): Promise<RawBuilder<unknown>> {
  const query = treeOf(layer, { filter_query: text });
  if (asksRelated(query)) throw new Refusal(400, 'invalid', { params: { key: 'WHERE' } });
  return treeCondition(ctx, layer, query);
}

/** What the address of a tile says of its records besides. */
async function conditionOf(ctx: Asking, layer: LayerRow, { during, where }: Tile): Promise<TileRequest['where']> {
  const conditions = [
    ...(during ? [duringCondition(layer, during)] : []),
    ...(where === undefined ? [] : [await queryCondition(ctx, layer, where)]),
  ];
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : undefined;
}

/** What a tile of a look that is not saved carries, or one of the saved look where no fields are named. */
function previewOf(
  layer: LayerRow,
  { fields, cluster, clusterBy }: Tile,
): Pick<TileRequest, 'fields' | 'cluster' | 'clusterBy'> {
  const { form, style, labels } = layer.config;
  if (!fields) return { fields: fieldsToDraw(style, labels), ...clustersOf(layer) };
  const names = new Set(form.map((f) => f.name));
  if (clusterBy !== undefined && !fields.includes(clusterBy))
    throw new Refusal(400, 'invalid', { params: { key: 'CLUSTER_BY' } });
  if (!fields.every((name) => names.has(name))) throw new Refusal(400, 'invalid', { params: { key: 'FIELDS' } });
  return { fields: [...new Set(fields)], cluster, clusterBy };
}

/** Sends vector tiles of layers that the caller may see. */
export function createVectorTiles(world: World) {
  const { db } = world.engine;
  const tileQueue = heavyQueue({
    maxRunning: MAX_TILES_AT_ONCE,
    maxRunningEach: MAX_TILES_AT_ONCE_EACH,
    maxWaitingEach: MAX_TILES_WAITING_EACH,
    waitMs: MAX_TILE_WAIT_MS,
  });
  /** A tile that is not kept yet, when the turn of the one who asks has come. It is made to its end: others may wait for it too. */
  const makeQueuedTile = (caller: Caller, tile: TileRequest) =>
    tileQueue.run(String(caller.id), new AbortController().signal, () => makeTile(db, tile));

  async function sendVectorTile(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    layer: LayerRow,
    at: Tile,
    fresh: () => number,
  ) {
    if (at.format !== 'mvt') throw new Refusal(400, 'invalid', { params: { key: 'FORMAT' } });
    if (layer.type < 1 || at.z > MAX_ZOOM) throw notFound();
    if (at.fields || at.during || at.where !== undefined) return sendPreviewTile(reply, caller, layer, at);
    const fields = fieldsToDraw(layer.config.style, layer.config.labels);
    const { cluster, clusterBy } = clustersOf(layer);
    const scope = `${sightKey(caller, layer.id)};${fields.join(',')};${cluster ?? ''};${clusterBy ?? ''}`;
    const { z, x, y } = at;
    const tile = await world.tiles.get(layer.id, layer.rev, scope, z, x, y, () =>
      makeQueuedTile(caller, {
        layer: layer.id,
        type: layer.type as 1 | 2 | 3,
        z,
        x,
        y,
        fields,
        label: labelOf(layer),
        regions: caller.regions,
        approval: approvalIn(caller, layer.id),
        cluster,
        clusterBy,
      }),
    );
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', tile.etag)
      .header('x-tile-scope', `${scopeName(layer, scope)} ${fresh()}`)
      .header('x-thinned', tile.thinned ? '1' : '0');
    if (request.headers['if-none-match'] === tile.etag) return reply.status(304).send();
    if (tile.body.length === 0) return reply.status(204).send();
    reply.header('content-type', MVT);
    if (tile.gzipped) reply.header('content-encoding', 'gzip');
    return reply.send(tile.body);
  }

  /** A tile for a look that is not saved, or of some days or a query: made for the one who asks, and kept nowhere, so that no combination fills the memory. */
  async function sendPreviewTile(reply: FastifyReply, caller: Caller, layer: LayerRow, at: Tile) {
    const { fields, ...clusters } = previewOf(layer, at);
    const { z, x, y } = at;
    const type = layer.type as 1 | 2 | 3;
    const { bytes, thinned } = await makeQueuedTile(caller, {
      layer: layer.id,
      type,
      z,
      x,
      y,
      fields,
      label: labelOf(layer),
      regions: caller.regions,
      approval: approvalIn(caller, layer.id),
      ...clusters,
      where: await conditionOf({ engine: world.engine, caller }, layer, at),
    });
    reply.header('cache-control', 'private, no-store').header('x-thinned', thinned ? '1' : '0');
    if (bytes.length === 0) return reply.status(204).send();
    return reply.header('content-type', MVT).send(Buffer.from(bytes));
  }

  return { sendVectorTile };
}
