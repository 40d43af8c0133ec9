// What the tool's settings are about, as it stands now: layers, picked records, the query that is written, the person's drawings.
'use client';
import { useMemo } from 'react';
import { useDrawings } from '@/map/state/drawings';
import { useTool } from '@/map/state/tool';
import type { QueryState } from '../query/machine';
import { toNode } from '../query/tree';
import type { AnalysisState } from './machine';
import type { Facts } from './order';

export const useFacts = (picked: AnalysisState['picked']): Facts => {
  const layers = useTool((s) => s.layers);
  const asked = useTool((s) => s.states.get('query')) as QueryState | undefined;
  const items = useDrawings((s) => s.items);
  const kept = useDrawings((s) => s.kept);
  const chosen = useDrawings((s) => s.chosen);
  return useMemo(() => {
    const form = layers.find(({ id }) => id === asked?.layer)?.layer.config.form;
    const node = asked && form ? toNode(asked.tree, form).node : null;
    const says = node !== null && !('and' in node && node.and.length === 0);
    return {
      layers,
      picked,
      query: says && asked?.layer ? { layer: asked.layer, node } : null,
      drawings: { items, kept, chosen },
    };
  }, [layers, picked, asked, items, kept, chosen]);
};
