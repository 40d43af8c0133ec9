// How drawings look: which parts of a style a kind of drawing uses, and the features that the map draws of them.
import type { Feature } from 'geojson';
import type { DrawingStyle, DrawingType } from '@/contract/schemas/drawing';
import { DASHES, type DashName } from '../state/overlay';
import { iconId, iconScale } from '../style/icon-image';
import { type DrawingData, kindOf, labelPoint, shapeOf } from './drawings';

/** A style with all that a new drawing needs. Sizes in CSS pixels. */
export const FIRST_LOOK = {
  color: '#1971c2',
  opacity: 1,
  width: 3,
  fill: '#1971c2',
  fill_opacity: 0.2,
  size: 7,
  font_size: 16,
  halo: '#ffffff',
  rotation: 0,
  show_label: false,
} as const satisfies DrawingStyle;

type Part = keyof DrawingStyle;
const WORDS: readonly Part[] = ['font_size', 'halo', 'rotation'];
const LINE: readonly Part[] = ['color', 'opacity', 'width', 'dash', 'show_label', 'font_size', 'halo'];
const AREA: readonly Part[] = [...LINE, 'fill', 'fill_opacity'];
const PARTS: Record<DrawingType, readonly Part[]> = {
  point: ['color', 'opacity', 'size', 'icon', 'show_label', 'font_size', 'halo'],
  line: LINE,
  freehand: AREA,
  polygon: AREA,
  rectangle: AREA,
  circle: AREA,
  text: ['color', 'opacity', 'text', ...WORDS],
};

/** Which parts of a style mean something for drawings of these types. */
export const partsFor = (types: readonly DrawingType[]): ReadonlySet<Part> => new Set(types.flatMap((t) => PARTS[t]));

/** The parts of the look that a new drawing of this type takes along. */
export const styleFor = (type: DrawingType, look: DrawingStyle): DrawingStyle =>
  Object.fromEntries(
    Object.entries(look).filter(([part, value]) => value !== undefined && PARTS[type].includes(part as Part)),
  );

export const DASH_NAMES = Object.keys(DASHES) as DashName[];

/** The name of a pattern; one that is not ours is shown as dashes. */
export const dashName = (dash: readonly number[] | undefined): DashName =>
  dash === undefined ? 'solid' : (DASH_NAMES.find((name) => DASHES[name].join() === dash.join()) ?? 'dash');

/** The pattern as it is saved; undefined for a whole line. A dot is as long as the wire allows. */
export const dashOf = (name: DashName): number[] | undefined => (name === 'solid' ? undefined : [...DASHES[name]]);

const features = new WeakMap<DrawingData, Feature[]>();
/** What the map draws: the shape, and its words at a place of their own, so that they stand once. */
export const featuresOf = (drawing: DrawingData, key: number): Feature[] => {
  const cached = features.get(drawing);
  if (cached) return cached;
  const { style, type, label } = drawing;
  const {
    color = FIRST_LOOK.color,
    opacity,
    width,
    fill,
    fill_opacity,
    font_size,
    halo = FIRST_LOOK.halo,
    rotation,
  } = style;
  const size = style.size ?? FIRST_LOOK.size;
  const mark = {
    color,
    opacity: 1,
    size,
    stroke: '#ffffff',
    stroke_width: 1,
    ...(style.icon ? { icon: style.icon } : {}),
  };
  const icon = kindOf(drawing) === 'point' && type !== 'text' ? iconId(mark) : '';
  const shape: Feature = {
    type: 'Feature',
    geometry: shapeOf(drawing),
    properties: {
      key,
      color,
      opacity,
      width,
      dash: dashName(style.dash),
      fill,
      fill_opacity,
      size,
      ...(icon ? { icon, icon_size: iconScale(mark) } : {}),
    },
  };
  const text = type === 'text' ? (style.text ?? '') : style.show_label ? label : '';
  const words: Feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [...labelPoint(drawing)] },
    properties: {
      key,
      text,
      size: 0,
      color,
      opacity,
      font_size,
      halo,
      rotation: type === 'text' ? rotation : 0,
      lifted: kindOf(drawing) === 'point' && type !== 'text',
    },
  };
  const parts = [...(type === 'text' ? [] : [shape]), ...(text ? [words] : [])];
  features.set(drawing, parts);
  return parts;
};
