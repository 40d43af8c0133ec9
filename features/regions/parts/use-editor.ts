// The shape under edit: drawn, grown, cut, split, taken from elsewhere. Shapes are made of shapes by the server.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Geometry } from '@/contract/schemas/common';
import type { RegionShapeOrder } from '@/contract/schemas/regions/shape';
import { call } from '@/lib/api/client';
import type { DrawnKind } from '@/map';
import { type Draft, isDirty, newDraft, redo, step, undo } from '../logic/draft';

export const TOOLS = ['draw', 'hole', 'split', 'pick'] as const;
/** What the pointer does: draws ground to add, ground to cut out, or a line to split by, or picks a polygon of a layer. */
export type Tool = (typeof TOOLS)[number];

const DRAWN: Record<Tool, DrawnKind | null> = { draw: 'polygon', hole: 'polygon', split: 'line', pick: null };

type Shape = Extract<RegionShapeOrder, { act: 'simplify' }>['of'];
const shape = (geometry: Geometry): Shape => ({ geometry }) as Shape;

export const makeShapes = async (order: RegionShapeOrder): Promise<Geometry[]> =>
  (await call(api.regions.shape, { body: order })).shapes.map(({ geometry }) => geometry);

export function useEditor() {
  const t = useTranslations('regions.tools');
  const errorText = useErrorText();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Runs what the server makes of shapes; a refusal leaves the draft as it was. */
  const make = async (order: RegionShapeOrder, then: (shapes: Geometry[]) => void) => {
    setBusy(true);
    try {
      then(await makeShapes(order));
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  const take = (geometry: Geometry, absorbed: readonly number[] = []) =>
    setDraft((now) => now && step(now, geometry, { absorbed: [...now.absorbed, ...absorbed] }));
  const add = (geometry: Geometry) => {
    if (draft?.geometry) return make({ act: 'union', of: [shape(draft.geometry), shape(geometry)] }, ([one]) => one && take(one)); // biome-ignore format: one line
    return take(geometry);
  };
  const handleDraw = (geometry: Geometry) => {
    const of = draft?.geometry && shape(draft.geometry);
    setTool(null);
    if (!draft) return;
    if (tool === 'draw') void add(geometry);
    else if (tool === 'hole' && of)
      void make({ act: 'difference', of, by: [shape(geometry)] }, ([one]) => one && take(one)); // biome-ignore format: one line
    else if (tool === 'split' && of && geometry.type === 'LineString')
      void make({ act: 'split', of, line: geometry }, ([first, ...others]) => {
        if (!first || others.length === 0) toast({ type: 'warning', message: t('notCut') });
        else setDraft((now) => now && step(now, first, { others: [...now.others, ...others] }));
      });
  };
  const begin = (id: number | null, geometry: Geometry | null, next: Tool | null, isVertices = false) => {
    setDraft((now) =>
      now && now.id === id && id !== null ? { ...now, isVertices } : { ...newDraft(id, geometry), isVertices },
    );
    setTool(next);
  };
  return {
    draft,
    tool,
    isBusy,
    isDirty: isDirty(draft),
    drawing: tool && DRAWN[tool],
    begin,
    setTool,
    make,
    add,
    take,
    handleDraw,
    undo: () => setDraft((now) => now && undo(now)),
    redo: () => setDraft((now) => now && redo(now)),
    setVertices: (isVertices: boolean) => setDraft((now) => now && { ...now, isVertices }),
    end: () => {
      setDraft(null);
      setTool(null);
    },
  };
}
export type Editor = ReturnType<typeof useEditor>;
