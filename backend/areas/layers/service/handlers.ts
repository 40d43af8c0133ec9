// Map services of others, asked before a layer is made of one or changed.
import { WORLD } from '../../../../contract/ogc-request';
import type { Extent } from '../../../../contract/schemas/common';
import type { ServiceCapabilities, ServiceQuestion, ServiceSource } from '../../../../contract/schemas/sources/service';
import type { Ctx } from '../../../http/context';
import { forbidden, Refusal, type Wording } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { openVault } from '../../../vault';
import { layerFor } from '../access';
import { explain, readCapabilities } from './capabilities/read';
import { extentOfLayers, missingLayers } from './extent';
import { sealPreview } from './preview';
import { askService, isTileTemplate, toMetres } from './requests';
import { openSource, plainUrl, sealSource } from './secret';

/** Deepest zoom of a trial: what is smaller is seen in its surroundings. */
const MAX_TRIAL_ZOOM = 16;
const IRAN: Extent = [44, 25, 63.5, 39.8];

type Opening = Pick<ServiceSource, 'kind' | 'url' | 'username' | 'password'>;

/** With the secret that is kept for a layer, where the address is the same and none is sent. */
async function withSecret<S extends Opening>(ctx: Ctx, source: S, layer: number | undefined): Promise<S> {
  if (layer === undefined) return source;
  const { row, rights } = await layerFor(ctx, layer);
  if (!rights.manage) throw forbidden();
  const vault = openVault(ctx.config);
  const sealed = sealSource(vault, row.customer_id, source as unknown as ServiceSource, row.config.source);
  return openSource(vault, row.customer_id, sealed) as unknown as S;
}

const FIELDS: Partial<Record<Wording, string>> = {
  serviceSignIn: 'username',
  serviceSaid: 'layers',
  serviceLayer: 'layers',
};

/** What has failed, told at the field that is to be changed. */
function atField(error: unknown, prefix: string): unknown {
  const refusal = explain(error);
  if (!(refusal instanceof Refusal) || refusal.status === 404 || refusal.status === 403) return refusal;
  const { wording, more } = refusal;
  const field = `${prefix}${FIELDS[wording] ?? 'url'}`;
  return new Refusal(400, wording, { ...more, fields: { [field]: { wording, params: more.params ?? {} } } });
}

/** A tile in the middle of what there is to see, within the zooms that there are. */
function trialTile({ layers }: ServiceCapabilities, source: ServiceSource, extent: Extent | null) {
  const [w, s, e, n] = extent ?? IRAN;
  const names = new Set(source.layers.split(','));
  const first = layers.find(({ name }) => name !== null && names.has(name));
  const least = Math.ceil(Math.max(source.min_zoom ?? 0, first?.min_zoom ?? 0));
  const most = Math.floor(Math.min(source.max_zoom ?? MAX_TRIAL_ZOOM, first?.max_zoom ?? MAX_TRIAL_ZOOM));
  const fit = Math.floor(Math.log2(360 / Math.max(e - w, 0.001)));
  const z = Math.max(least, Math.min(fit, most, MAX_TRIAL_ZOOM), 0);
  const [x, y] = toMetres((w + e) / 2, (s + n) / 2);
  const at = (share: number) => Math.max(0, Math.min(2 ** z - 1, Math.floor(share * 2 ** z)));
  return { z, x: at((x / WORLD + 1) / 2), y: at((1 - y / WORLD) / 2) };
}

export const serviceHandlers: Handlers['services'] = {
  async capabilities(ctx, { body }: { body: ServiceQuestion }) {
    const { layer, ...question } = body;
    try {
      const opened = await withSecret(ctx, question, layer);
      const answer = await readCapabilities(ctx, opened);
      // A stored key opens the service and is told to nobody.
      return opened.url === question.url ? answer : { ...answer, url: plainUrl(answer.url), removed: [] };
    } catch (error) {
      throw atField(error, '');
    }
  },

  async test(ctx, { body }) {
    try {
      const source = await withSecret(ctx, body.source, body.layer);
      if (source.kind === 'xyz' && !isTileTemplate(source.url))
        throw new Refusal(400, 'serviceTemplate', { params: { z: '{z}', x: '{x}', y: '{y}' } });
      const began = performance.now();
      const capabilities = await readCapabilities(ctx, source);
      const missing = missingLayers(capabilities, source);
      if (missing.length > 0) throw new Refusal(400, 'serviceLayer', { params: { names: missing.join(', ') } });
      const extent = extentOfLayers(capabilities, source);
      // Tiles by a template were asked for just now.
      const tile = source.kind === 'xyz' ? null : trialTile(capabilities, source, extent);
      const drawing = performance.now();
      if (tile)
        await askService(ctx, source, { kind: 'tile', layer: source.layers, format: 'picture', version: '', ...tile });
      const ms = Math.round(performance.now() - (tile ? drawing : began));
      return { ms, extent, preview: sealPreview(ctx, ctx.caller, source) };
    } catch (error) {
      throw atField(error, 'source.');
    }
  },
};
