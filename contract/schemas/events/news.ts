// What a browser is told without asking: what has changed and may be asked for again. Never the contents.

import { z } from 'zod';
import { Extent } from '../common';

/** Boxes of one layer in one message: with more, a change may be anywhere. */
export const MAX_NEWS_BOXES = 64;

/** A layer whose records or looks have changed; `boxes` hold all that changed on the map, null where that may be anywhere. */
export const LayerNews = z.object({
  id: z.number().int(),
  rev: z.number().int(),
  boxes: z.array(Extent).nullable(),
});
export type LayerNews = z.infer<typeof LayerNews>;

/**
 * One message of the stream. `jobs`: one's own, by id; `messages`, `notices`: one's own have changed; `rights`: what one may do has
 * changed; `all`: what was missed is not known, so everything may have changed.
 */
export const News = z.object({
  layers: z.array(LayerNews).optional(),
  jobs: z.array(z.string()).optional(),
  messages: z.literal(true).optional(),
  notices: z.literal(true).optional(),
  rights: z.literal(true).optional(),
  all: z.literal(true).optional(),
});
export type News = z.infer<typeof News>;

/** The stream says something at least this often, in milliseconds: who hears nothing for long is no longer connected. */
export const HEARTBEAT_MS = 10_000;
