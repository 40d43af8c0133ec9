// What the tool's settings are about, as it stands now: layers, picked records, the query that is written, the person's drawings.
'use client';
import { useMemo } from 'react';
import { useDrawings } from '@/map/state/drawings';
import { useTool } from '@/map/state/tool';
import type { QueryState } from '../query/machine';
import { toNode } from '../query/tree';
import type { Facts } from './analysis-order';
import type { AnalysisState } from './machine';

export const useFacts = (picked: AnalysisState['picked']): Facts => {
  const layers = useTool((s) => s.layers);
  const query = useTool((s) => s.states.get('query')) as QueryState | undefined;
  const items = useDrawings((s) => s.items);
  const saved = useDrawings((s) => s.saved);
  const selected = useDrawings((s) => s.selected);
  return useMemo(() => {
    const form = layers.find(({ id }) => id === query?.layer)?.layer.config.form;
    const node = query && form ? toNode(query.tree, form).node : null;
    const says = node !== null && !('and' in node && node.and.length === 0);
    return {
      layers,
      picked,
      query: says && query?.layer ? { layer: query.layer, node } : null,
      drawings: { items, saved: saved, selected: selected },
    };
  }, [layers, picked, query, items, saved, selected]);
};
