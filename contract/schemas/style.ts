// How a layer is drawn: one JSON model, compiled to map layers in the browser and kept free of any map library's words.
import { z } from 'zod';

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const FieldName = z.string().min(1).max(63);
const Zoom = z.number().min(0).max(24);

/** The name of one of our own pictures. There is no way to name an address: styles fetch nothing from elsewhere. */
export const IconName = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/);

/** The icon that stands for the layer's own marker, which somebody uploaded. */
export const OWN_ICON = 'own';
/** A plain disc, also where the layer has a marker of its own. */
export const DISC_ICON = 'disc';

/** A value at two zooms, the farther one first: it changes evenly between them and stays beyond them. */
const byTwoZooms = (value: z.ZodNumber) =>
  z
    .tuple([z.strictObject({ zoom: Zoom, value }), z.strictObject({ zoom: Zoom, value })])
    .refine(([far, near]) => far.zoom < near.zoom);

/** Sizes are CSS pixels: a point's radius, a line's width. `stroke` outlines points and polygons. */
export const Mark = z.strictObject({
  color: Colour,
  opacity: z.number().min(0).max(1),
  size: z.number().min(0.5).max(64),
  stroke: Colour,
  stroke_width: z.number().min(0).max(16),
  /** Dashes and gaps in turn, in pixels: of a line, or of a polygon's outline. */
  dash: z.array(z.number().min(0.1).max(100)).min(2).max(8).optional(),
  /** A picture drawn on a point instead of a disc. */
  icon: IconName.optional(),
  /** The size is that of zoom 10: smaller from afar, larger from near. */
  size_by_zoom: z.boolean().optional(),
  /** Fainter from afar, where marks lie on each other; the opacity is that of zoom 10 and nearer. */
  opacity_by_zoom: z.boolean().optional(),
  /** The size at two zooms, instead of `size`, which stands for it in the legend; an outline grows with it. */
  size_stops: byTwoZooms(z.number().min(0.5).max(64)).optional(),
  /** The opacity at two zooms, instead of `opacity`. */
  opacity_stops: byTwoZooms(z.number().min(0).max(1)).optional(),
});
export type Mark = z.infer<typeof Mark>;
export type ZoomStops = NonNullable<Mark['size_stops']>;

/**
 * Colours of layers and categories until somebody chooses others: seen on the base maps of both themes, in colour and grey, and
 * told apart by people with the common kinds of colour blindness; the first few best of all.
 */
export const FRESH_COLOURS = [
  '#6c55ff',
  '#de2d4b',
  '#0593bf',
  '#9f7604',
  '#ac6b85',
  '#2875e0',
  '#268956',
  '#cf3ca4',
] as const;

const Category = z.strictObject({
  value: z.union([z.string().max(500), z.number(), z.boolean()]),
  label: z.string().max(200),
  symbol: Mark,
});
/** A mark for each value of a field; `other` draws what no category names. */
const BY_VALUE = {
  field: z.string().max(63),
  categories: z.array(Category).max(200),
  other: Mark.nullable(),
};
const Class = z.strictObject({ from: z.number().nullable(), label: z.string().max(200), symbol: Mark });

const Comparable = z.union([z.string().max(500), z.number()]);

/** One test of a field. `contains` looks for a piece of text; an absent value is `empty` and passes no other test. */
export const Condition = z.discriminatedUnion('op', [
  z.strictObject({ field: FieldName, op: z.enum(['=', '!=', '<', '<=', '>', '>=']), value: Comparable }),
  z.strictObject({ field: FieldName, op: z.literal('contains'), value: z.string().min(1).max(500) }),
  z.strictObject({ field: FieldName, op: z.enum(['empty', 'not_empty']) }),
]);
export type Condition = z.infer<typeof Condition>;

/** Records that pass all, or any, of the conditions. */
export const RuleFilter = z.strictObject({
  match: z.enum(['all', 'any']),
  conditions: z.array(Condition).min(1).max(20),
});
export type RuleFilter = z.infer<typeof RuleFilter>;

/** One rule: what it takes (null: everything), between which zooms (lower inclusive, upper exclusive), and its mark. */
export const Rule = z.strictObject({
  label: z.string().max(200),
  filter: RuleFilter.nullable(),
  min_zoom: Zoom,
  max_zoom: Zoom,
  symbol: Mark,
});
export type Rule = z.infer<typeof Rule>;

/**
 * `graduated` classes ascend by `from` (inclusive lower bound; the first is null).
 * `rule`: a record is drawn by every rule that takes it, later rules over earlier ones. `heatmap` and `cluster` are for points;
 * their `symbol` draws single records, and whatever is no point.
 */
export const Style = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single'), symbol: Mark }),
  z.strictObject({ kind: z.literal('categorised'), ...BY_VALUE }),
  z.strictObject({
    kind: z.literal('graduated'),
    field: z.string().max(63),
    classes: z.array(Class).min(1).max(50),
    /** The smallest and the largest value when the classes were made: the ends of the legend's scale. */
    range: z.tuple([z.number(), z.number()]).optional(),
  }),
  z.strictObject({ kind: z.literal('rule'), rules: z.array(Rule).min(1).max(50) }),
  z.strictObject({
    kind: z.literal('heatmap'),
    symbol: Mark,
    /** Pixels round a point that it warms. */
    radius: z.number().min(1).max(200),
    intensity: z.number().min(0.01).max(20),
    /** A number field by which a record weighs; null: all weigh the same. */
    weight: FieldName.nullable(),
    /** From cold to hot. */
    ramp: z.array(Colour).min(2).max(10),
  }),
  z.strictObject({
    kind: z.literal('cluster'),
    symbol: Mark,
    /** Pixels within which points are drawn as one. */
    radius: z.number().min(10).max(200),
    /** Clusters are rings of the shares of these classes, and single records are drawn by them. */
    by: z.strictObject(BY_VALUE).optional(),
  }),
]);
export type Style = z.infer<typeof Style>;

/** Labels from one field, between two zooms (inclusive lower, exclusive upper). */
export const Labels = z.strictObject({
  field: z.string().max(63),
  size: z.number().min(6).max(48),
  color: Colour,
  halo: Colour,
  min_zoom: Zoom,
  max_zoom: Zoom,
  /** Pixels; 1.4 where it is absent. */
  halo_width: z.number().min(0).max(8).optional(),
  /** `auto` (also where it is absent) chooses by the kind of geometry; `over` stands on the point itself, `callout` at a distance from it. */
  placement: z.enum(['auto', 'over', 'above', 'below', 'line', 'callout']).optional(),
  /** A number field: where there is no room for all, records of larger values (or smaller ones) are labelled first. */
  priority: z.strictObject({ field: FieldName, first: z.enum(['large', 'small']) }).optional(),
});
export type Labels = z.infer<typeof Labels>;
/** The colours that a label has before anybody chooses; a map draws them as its theme has labels. */
export const LABEL_COLOURS = { color: '#1f2933', halo: '#ffffff' } as const;

/** Every field that a style looks at. */
const fieldsOf = (style: Style): string[] => {
  switch (style.kind) {
    case 'categorised':
    case 'graduated':
      return [style.field];
    case 'rule':
      return style.rules.flatMap((r) => r.filter?.conditions.map((c) => c.field) ?? []);
    case 'heatmap':
      return style.weight === null ? [] : [style.weight];
    case 'cluster':
      return style.by ? [style.by.field] : [];
    case 'single':
      return [];
  }
};

/** The fields whose values a layer's tiles must carry so that it can be drawn. */
export const fieldsToDraw = (style: Style, labels: Labels | null): string[] => [
  ...new Set([
    ...fieldsOf(style),
    ...(labels ? [labels.field, ...(labels.priority ? [labels.priority.field] : [])] : []),
  ]),
];

/** A style file of another program: OGC Styled Layer Descriptor 1.0, or QGIS's QML. */
export const StyleFormat = z.enum(['sld', 'qml']);
export type StyleFormat = z.infer<typeof StyleFormat>;

/** What one side cannot say and the other therefore does not get; `where` is the place (a rule's number or a field), if there is one. */
export const StyleWarning = z.object({
  code: z.enum([
    'kind',
    'icon',
    'dash',
    'halo_width',
    'placement',
    'filter',
    'symbol',
    'field',
    'shape',
    'graphic',
    'label',
    'unit',
    'zoom',
    'none',
  ]),
  where: z.string(),
});
export type StyleWarning = z.infer<typeof StyleWarning>;
