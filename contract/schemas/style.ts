// How a layer is drawn: one JSON model, compiled to map layers in the browser and kept free of any map library's words.
import { z } from 'zod';

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i);

/** Sizes are CSS pixels: a point's radius, a line's width. `stroke` outlines points and polygons. */
export const Mark = z.strictObject({
  color: Colour,
  opacity: z.number().min(0).max(1),
  size: z.number().min(0.5).max(64),
  stroke: Colour,
  stroke_width: z.number().min(0).max(16),
});
export type Mark = z.infer<typeof Mark>;

const Category = z.strictObject({
  value: z.union([z.string().max(500), z.number(), z.boolean()]),
  label: z.string().max(200),
  symbol: Mark,
});
const Class = z.strictObject({ from: z.number().nullable(), label: z.string().max(200), symbol: Mark });

/** `graduated` classes ascend by `from` (inclusive lower bound; the first is null). `other` draws what no category names. */
export const Style = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single'), symbol: Mark }),
  z.strictObject({
    kind: z.literal('categorised'),
    field: z.string().max(63),
    categories: z.array(Category).max(200),
    other: Mark.nullable(),
  }),
  z.strictObject({ kind: z.literal('graduated'), field: z.string().max(63), classes: z.array(Class).min(1).max(50) }),
]);
export type Style = z.infer<typeof Style>;

/** Labels from one field, between two zooms (inclusive lower, exclusive upper). */
export const Labels = z.strictObject({
  field: z.string().max(63),
  size: z.number().min(6).max(48),
  color: Colour,
  halo: Colour,
  min_zoom: z.number().min(0).max(24),
  max_zoom: z.number().min(0).max(24),
});
export type Labels = z.infer<typeof Labels>;

/** The fields whose values a layer's tiles must carry so that it can be drawn. */
export const fieldsToDraw = (style: Style, labels: Labels | null): string[] => [
  ...new Set([...(style.kind === 'single' ? [] : [style.field]), ...(labels ? [labels.field] : [])]),
];
