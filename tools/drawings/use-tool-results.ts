// Applies the results of the tool's machine to the drawings: new drawings, new shapes, holes, cuts, selections.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import type { DrawingType } from '@/contract/schemas/drawing';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { circleOf, type DrawingData, isAt, reshapeDrawing, shapeOf, typeAfter } from '@/map/geo/drawings';
import { styleFor } from '@/map/geo/drawings-look';
import { addHole, addPart } from '@/map/geo/shapes';
import { actOnDrawings, addDrawings, changeDrawings, selectPressed, useDrawings } from '@/map/state/drawings';
import type { DrawingsResult } from './machine';

const drawingOf = (key: number): DrawingData | undefined =>
  useDrawings.getState().items.find((item) => item.key === key)?.drawing;

/** The topmost drawing at a place that is shown. */
const drawingAt = ({ at, metres }: Extract<DrawingsResult, { what: 'press' }>): number | undefined => {
  const { items, hidden } = useDrawings.getState();
  return items.findLast(({ key, drawing }) => !hidden.has(key) && isAt(drawing, at, metres))?.key;
};

/** What a drawn shape does to the drawings: it is a new one, or cuts, pierces or adds to one that is there. */
const useDrawingEdits = () => {
  const t = useTranslations('map.tools.drawings');
  const text = useErrorText();
  const { digits } = useFormat();
  const dialogs = useDialogs();

  const add = async (type: DrawingType, geometry: Geometry) => {
    const { look, items } = useDrawings.getState();
    let style = styleFor(type, look);
    if (type === 'text' && !style.text?.trim()) {
      const words = await dialogs.prompt({ title: t('types.text'), label: t('look.text'), maxLength: 2000 });
      if (!words) return;
      style = { ...style, text: words };
    }
    const n = items.filter((item) => item.drawing.type === type).length + 1;
    const label = type === 'text' ? '' : t('named', { type: t(`types.${type}`), n: digits(n) });
    const round = type === 'circle' ? circleOf(geometry) : null;
    if (round && round.radius < 0.001) return;
    const [key] = addDrawings([
      {
        type,
        label,
        style,
        geometry: round ? { type: 'Point', coordinates: [...round.center] } : geometry,
        radius: round?.radius ?? null,
      },
    ]);
    if (key !== undefined) useDrawings.setState({ selected: new Set([key]) });
    // The look stays for the next shape, the words do not.
    const { text: _, ...lasting } = useDrawings.getState().look;
    if (type === 'text') useDrawings.setState({ look: lasting });
  };
  const split = async (key: number, by: Geometry) => {
    const drawing = drawingOf(key);
    if (!drawing) return;
    try {
      const parts = await call(api.drawings.shape, { body: { how: 'split', geometries: [shapeOf(drawing)], by } });
      if (drawingOf(key) !== drawing) return;
      const { next } = useDrawings.getState();
      const piece = (geometry: Geometry): DrawingData => ({
        ...drawing,
        geometry,
        radius: null,
        type: typeAfter('polygon', geometry),
      });
      useDrawings.setState({ next: next + parts.length });
      actOnDrawings(
        parts.map((geometry, i) =>
          i === 0
            ? { key, before: drawing, after: piece(geometry) }
            : { key: next + i, before: null, after: piece(geometry) },
        ),
      );
      useDrawings.setState({ selected: new Set([key, ...parts.slice(1).map((_, i) => next + i + 1)]) });
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  const join = (key: number, what: 'hole' | 'part', geometry: Geometry) => {
    const drawing = drawingOf(key);
    if (!drawing) return;
    const next = (what === 'hole' ? addHole : addPart)(shapeOf(drawing), geometry);
    if (next)
      changeDrawings([key], (d) => reshapeDrawing({ ...d, radius: null, type: typeAfter('polygon', next) }, next));
    else toast({ type: 'warning', message: t(what === 'hole' ? 'noHole' : 'noPart') });
  };
  return { add, split, join };
};

export const useToolResults = (results: readonly DrawingsResult[], onHandled: (n: number) => void): void => {
  const { add, split, join } = useDrawingEdits();
  const take = (one: DrawingsResult): void => {
    switch (one.what) {
      case 'new':
        void add(one.type, one.geometry);
        return;
      case 'shape':
        changeDrawings([one.key], (d) => reshapeDrawing(d, one.geometry));
        return;
      case 'split':
        void split(one.key, one.geometry);
        return;
      case 'hole':
      case 'part':
        join(one.key, one.what, one.geometry);
        return;
      case 'press': {
        const key = drawingAt(one);
        const { selected } = useDrawings.getState();
        if (key !== undefined)
          useDrawings.setState({ selected: selectPressed(selected, key, { add: one.add, through: false }, []) });
        else if (!one.add && selected.size > 0) useDrawings.setState({ selected: new Set() });
      }
    }
  };

  const latest = useRef({ take, onHandled });
  useEffect(() => {
    latest.current = { take, onHandled };
  });
  // Each comes once, also where the effect runs again before the machine has heard of it.
  const last = useRef(0);
  useEffect(() => {
    for (const one of results) {
      if (one.n <= last.current) continue;
      last.current = one.n;
      latest.current.take(one);
    }
    if (results.length > 0) latest.current.onHandled(last.current);
  }, [results]);
};
