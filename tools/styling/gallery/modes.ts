// The ready looks of a layer: which there are for its kind of geometry and fields, and which one a style is.
import { isNumeric } from '@/contract/fields';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import type { Style } from '@/contract/schemas/style';
import { variesOf } from '../logic/classes';

/** A kind of style, or `bubbles`: classes of a number by size. */
export type Mode = Style['kind'] | 'bubbles';

export const modeOf = (style: Style): Mode =>
  style.kind === 'graduated' && variesOf(style) === 'size' ? 'bubbles' : style.kind;

/** In the order in which they are offered; the mode in use is always among them. */
export const modesFor = ({ type, config }: Pick<Layer, 'type' | 'config'>, used: Mode): Mode[] => {
  const isPoint = type === LAYER_TYPES.point;
  const hasNumber = config.form.some(isNumeric);
  const modes: [Mode, boolean][] = [
    ['single', true],
    ['categorised', config.form.length > 0],
    ['graduated', hasNumber],
    ['bubbles', hasNumber && type !== LAYER_TYPES.polygon],
    ['heatmap', isPoint],
    ['cluster', isPoint],
    ['rule', true],
  ];
  return modes.filter(([mode, isFit]) => isFit || mode === used).map(([mode]) => mode);
};

/** More points than this lie on each other where the layer fills the map. */
export const MANY_POINTS = 5000;

/** Whether a heat map or clusters would say more than single marks do. */
export const isCrowded = ({ type, record_count }: Pick<Layer, 'type' | 'record_count'>, mode: Mode): boolean =>
  type === LAYER_TYPES.point && record_count > MANY_POINTS && mode !== 'heatmap' && mode !== 'cluster';
