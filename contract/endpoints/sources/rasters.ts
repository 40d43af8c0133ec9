// Raster layers: what is in their file, how it is drawn, and the file itself as it came.
import { z } from 'zod';
import { get, post, put } from '../../define';
import { Layer } from '../../schemas/layer';
import { LayerRaster, RasterStyle } from '../../schemas/sources/raster';

export const rasters = {
  /** Facts and style of a raster layer; those of a file that came before they were written down are read on the way. */
  one: get('layer/:id/raster/', {
    ok: LayerRaster.extend({
      /** The file as it came, where it is there. */
      original: z.object({ name: z.string(), size: z.number() }).nullable(),
    }),
    needs: 'session',
    reads: ['layer'],
    seconds: 120,
    beyond: true,
  }),
  /** Send the layer's ETag in If-Match. What does not fit the file is told at its field. */
  setStyle: put('layer/:id/raster_style/', {
    body: RasterStyle,
    ok: Layer,
    needs: { module: 2 },
    touches: ['layer'],
    seconds: 120,
    beyond: true,
  }),
  /** A style to look at before it is saved: the name under which its tiles come for a quarter of an hour. Changes nothing. */
  preview: post('layer/:id/raster_preview/', {
    body: RasterStyle,
    ok: z.object({ preview: z.string() }),
    needs: { module: 2 },
    seconds: 120,
    beyond: true,
  }),
  /** The bytes that were uploaded, under their name. Needs the right to export the layer. */
  original: get('layer/:id/raster_original/', {
    ok: z.unknown(),
    gives: 'stream',
    needs: 'session',
    reads: ['layer'],
    beyond: true,
  }),
};
