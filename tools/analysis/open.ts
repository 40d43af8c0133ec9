// Opens the analysis tool on a layer, or on records of it: for menus elsewhere.
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { type AnalysisState, machine, openWith } from './machine';

/** With `ids` these records become the selection and are worked on; otherwise all of the layer. */
export const openAnalysis = (layer: number, ids?: readonly number[]): void => {
  if (ids) useSelection.getState().select(layer, ids);
  const { states, activate } = useTool.getState();
  const state = (states.get('analysis') as AnalysisState | undefined) ?? machine.initial;
  useTool.setState({ states: new Map(states).set('analysis', openWith(state, layer, ids ? 'selection' : 'all')) });
  activate('analysis');
};
