// Joins drawings, or moves them sideways: work of the server's.
'use client';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import { call } from '@/lib/api/client';
import { reshapeDrawing, shapeOf, typeAfter } from '@/map/geo/drawings';
import { actOnDrawings, addDrawings, type Item, useDrawings } from '@/map/state/drawings';

/** The first becomes the whole, the others go. */
const mergeInto = ([first, ...rest]: readonly Item[], whole: Geometry) => {
  if (!first) return;
  actOnDrawings([
    { key: first.key, before: first.drawing, after: reshapeDrawing({ ...first.drawing, radius: null }, whole) },
    ...rest.map(({ key, drawing }) => ({ key, before: drawing, after: null })),
  ]);
};

/** A moved line, a grown area: beside the old one, so that both can be compared. */
const addBeside = (list: readonly Item[], shapes: readonly Geometry[]) => {
  const keys = addDrawings(
    shapes.map((geometry, i) => {
      const { drawing } = list[i] as Item;
      return { ...drawing, geometry, radius: null, type: typeAfter('polygon', geometry) };
    }),
  );
  useDrawings.setState({ selected: new Set(keys) });
};

export const useServerShapes = () => {
  const text = useErrorText();
  const [busy, setBusy] = useState(false);

  /** What was changed meanwhile is left alone. */
  const ask = async (
    how: { how: 'merge' } | { how: 'offset'; metres: number },
    list: readonly Item[],
    apply: (shapes: Geometry[]) => void,
  ) => {
    setBusy(true);
    try {
      const shapes = await call(api.drawings.shape, {
        body: { ...how, geometries: list.map(({ drawing }) => shapeOf(drawing)) },
      });
      const now = new Map(useDrawings.getState().items.map((item) => [item.key, item.drawing]));
      if (list.every(({ key, drawing }) => now.get(key) === drawing)) apply(shapes);
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    merge: (list: readonly Item[]) =>
      ask({ how: 'merge' }, list, ([whole]) => {
        if (whole) mergeInto(list, whole);
      }),
    offset: (list: readonly Item[], metres: number) =>
      ask({ how: 'offset', metres }, list, (shapes) => addBeside(list, shapes)),
  };
};
