// From what stands in the panel to the order for the server, or to the one thing that is still missing. Pure.

import { isNumeric } from '@/contract/fields';
import { idsRule } from '@/contract/filters/record-filter';
import { type Analysis, type AnalysisOrder, type AnalysisSource, OF_TWO } from '@/contract/schemas/analysis';
import type { Geometry } from '@/contract/schemas/common';
import type { Field } from '@/contract/schemas/form';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { QueryNode } from '@/contract/schemas/query';
import { parseNumber } from '@/lib/i18n/digits';
import { kindOf } from '@/map/geo/drawings';
import { LENGTH_UNITS, type LengthUnit } from '@/map/geo/measure-units';
import type { DrawingsState } from '@/map/state/drawings';
import type { ToolLayer } from '@/map/tool-types';
import type { RecordPick } from '../record-pick';
import type { AnalysisState, Side, Source } from './machine';

/** The wire's ends of a distance, in metres. */
export const MAX_METRES = 1_000_000;

/** All that is true outside the tool and that an order depends on. */
export interface Facts {
  layers: readonly ToolLayer[];
  picked: RecordPick;
  /** What stands in the query tool; null where no rule of it can be used. */
  query: { layer: number; node: QueryNode } | null;
  drawings: Pick<DrawingsState, 'items' | 'saved' | 'selected'>;
}

/** Why there is no order yet; keys under `map.tools.analysis.problems`. */
export type Problem =
  | 'noLayer'
  | 'noSelection'
  | 'noQuery'
  | 'noRegions'
  | 'noDrawings'
  | 'noChosenDrawings'
  | 'unsavedDrawings'
  | 'noShapes'
  | 'areasOnly'
  | DistanceProblem;
export type DistanceProblem = 'noDistance' | 'notNumber' | 'zero' | 'negative' | 'far';

export interface OrderResult {
  /** All but where the result goes. */
  order: Omit<AnalysisOrder, 'into'> | null;
  /** The first thing that is missing, and at which source; null at the settings. */
  missing: { side: Side | null; problem: Problem } | null;
}

/** Kinds of shapes that a source may hold. */
type Kind = 'point' | 'line' | 'area';

/** What the shapes of a layer are, by its type. */
export const OF_TYPE: Readonly<Record<number, Kind>> = {
  [LAYER_TYPES.point]: 'point',
  [LAYER_TYPES.line]: 'line',
  [LAYER_TYPES.polygon]: 'area',
};
const kindOfShape = ({ type }: Geometry): Kind =>
  type.endsWith('Polygon') ? 'area' : type.endsWith('LineString') ? 'line' : 'point';

const listDrawings = ({ drawings }: Source, { items, selected }: Facts['drawings']) =>
  drawings === 'all' ? items : items.filter(({ key }) => selected.has(key));

/** What the shapes of a source can be; empty where nothing is chosen. */
export const kindsOf = (source: Source, facts: Facts): ReadonlySet<Kind> => {
  switch (source.kind) {
    case 'layer': {
      const kind = OF_TYPE[facts.layers.find(({ id }) => id === source.layer)?.type ?? 0];
      return new Set(kind ? [kind] : []);
    }
    case 'regions':
      return new Set(['area']);
    case 'drawings':
      return new Set(listDrawings(source, facts.drawings).map(({ drawing }) => kindOf(drawing)));
    case 'sketch':
      return new Set(source.shapes.map(kindOfShape));
  }
};

/** Which of the two must be areas. */
export const areaSide = (how: Analysis): Side | null =>
  how === 'clip' || how === 'within' ? 'by' : how === 'summary' ? 'of' : null;

type Read = { source: AnalysisSource } | { problem: Problem };

const readLayer = ({ layer, part }: Source, { layers, picked, query }: Facts): Read => {
  if (layer === null || !layers.some(({ id }) => id === layer)) return { problem: 'noLayer' };
  if (part === 'all') return { source: { kind: 'layer', layer } };
  if (part === 'selection')
    return picked.layer === layer && picked.ids.length > 0
      ? { source: { kind: 'layer', layer, query: idsRule(picked.ids) } }
      : { problem: 'noSelection' };
  return query?.layer === layer ? { source: { kind: 'layer', layer, query: query.node } } : { problem: 'noQuery' };
};

const readDrawings = (source: Source, { drawings }: Facts): Read => {
  const items = listDrawings(source, drawings);
  if (items.length === 0) return { problem: source.drawings === 'all' ? 'noDrawings' : 'noChosenDrawings' };
  // One that was changed a moment ago is another at the server than here.
  const ids = items.flatMap(({ key, drawing }) => {
    const saved = drawings.saved.get(key);
    return saved?.drawing === drawing ? [saved.id] : [];
  });
  return ids.length < items.length ? { problem: 'unsavedDrawings' } : { source: { kind: 'drawings', ids } };
};

/** A source as the wire wants it. */
export const readSource = (source: Source, facts: Facts): Read => {
  switch (source.kind) {
    case 'layer':
      return readLayer(source, facts);
    case 'regions':
      return source.regions.length > 0
        ? { source: { kind: 'regions', ids: [...source.regions] } }
        : { problem: 'noRegions' };
    case 'drawings':
      return readDrawings(source, facts);
    case 'sketch':
      return source.shapes.length > 0
        ? { source: { kind: 'shapes', geometries: [...source.shapes] } }
        : { problem: 'noShapes' };
  }
};

/** A written distance in metres. `below` lets it be less than 0, where areas can shrink. */
export const readDistance = (
  typed: string,
  unit: LengthUnit,
  below: boolean,
): { metres: number } | { problem: DistanceProblem } => {
  if (typed.trim() === '') return { problem: 'noDistance' };
  const value = parseNumber(typed);
  if (value === null) return { problem: 'notNumber' };
  const metres = value * LENGTH_UNITS[unit];
  if (metres === 0) return { problem: 'zero' };
  if (metres < 0 && !below) return { problem: 'negative' };
  return Math.abs(metres) > MAX_METRES ? { problem: 'far' } : { metres };
};

/** The layers of an order whose records may not be taken out of them: no new layer is made of those. */
export const listUnexportable = (
  { how, of, by }: Pick<AnalysisState, 'how' | 'of' | 'by'>,
  { layers }: Facts,
): ToolLayer[] => {
  const used = (OF_TWO.includes(how) ? [of, by] : [of]).filter(({ kind }) => kind === 'layer');
  return layers.filter(({ id, rights }) => !rights.export && used.some(({ layer }) => layer === id));
};

/** Groups of those there are that a new layer comes into: the chosen ones, else those that the first input's layer is in. */
export const groupsOf = (
  { of, groups }: Pick<AnalysisState, 'of' | 'groups'>,
  { layers }: Facts,
  there: readonly { id: number }[],
): number[] => {
  const own = of.kind === 'layer' ? layers.find(({ id }) => id === of.layer)?.layer.group_layer : [];
  return (groups ?? own ?? []).filter((id) => there.some((group) => group.id === id));
};

/** Fields of a layer that can be summed up. */
export const listNumericFields = (form: readonly Field[]): readonly Field[] => form.filter(isNumeric);

/** What is typed for the operation at hand, read; undefined where it needs no distance, or takes none. */
export const distanceOf = (
  state: Pick<AnalysisState, 'how' | 'of' | 'distance' | 'unit' | 'reach' | 'reachUnit'>,
  facts: Facts,
): ReturnType<typeof readDistance> | undefined => {
  if (state.how === 'buffer') return readDistance(state.distance, state.unit, kindsOf(state.of, facts).has('area'));
  return state.how === 'nearest' && state.reach.trim() !== ''
    ? readDistance(state.reach, state.reachUnit, false)
    : undefined;
};

export const orderOf = (state: AnalysisState, facts: Facts): OrderResult => {
  const { how } = state;
  const miss = (side: Side | null, problem: Problem): OrderResult => ({ order: null, missing: { side, problem } });
  const areas = areaSide(how);
  const read: Partial<Record<Side, AnalysisSource>> = {};
  for (const side of OF_TWO.includes(how) ? (['of', 'by'] as const) : (['of'] as const)) {
    const one = readSource(state[side], facts);
    if ('problem' in one) return miss(side, one.problem);
    const kinds = kindsOf(state[side], facts);
    // Where some are areas the server takes those.
    if (areas === side && !kinds.has('area')) return miss(side, 'areasOnly');
    read[side] = one.source;
  }
  const distance = distanceOf(state, facts);
  if (distance && 'problem' in distance) return miss(null, distance.problem);
  const { of, by } = read;
  if (!of) return miss('of', 'noLayer');
  const sum = how === 'summary' && by?.kind === 'layer' ? [...state.sum] : [];
  return {
    order: {
      how,
      of,
      ...(by ? { by } : {}),
      ...(distance ? { metres: distance.metres } : {}),
      ...(state.dissolve && (how === 'buffer' || how === 'hull') ? { dissolve: true } : {}),
      ...(sum.length > 0 ? { sum } : {}),
    },
    missing: null,
  };
};
