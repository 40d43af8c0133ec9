// The look that the panel edits: of the next drawing while drawing, of the chosen ones else.
'use client';
import type { DrawingStyle } from '@/contract/schemas/drawing';
import { partsFor, styleFor } from '@/map/geo/drawings-look';
import { changeDrawings, type Item, useDrawings } from '@/map/state/drawings';
import type { Mode } from './machine';

const withStyle = (style: DrawingStyle, change: Partial<Record<keyof DrawingStyle, unknown>>): DrawingStyle => {
  const next = { ...style, ...change };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
};

/** The look of the next drawing while drawing, of the chosen ones else; and what changes it. */
export const useChosenLook = (mode: Mode, picked: readonly Item[]) => {
  const { look, selected } = useDrawings();
  const types = mode.kind === 'draw' ? [mode.type] : [...new Set(picked.map(({ drawing }) => drawing.type))];
  const style = mode.kind === 'draw' ? look : (picked[0]?.drawing.style ?? look);
  const restyle = (change: Partial<Record<keyof DrawingStyle, unknown>>) => {
    // The words belong to one text; the rest of a look stays for the next drawing.
    const { text: _, ...lasting } = change;
    useDrawings.setState({ look: withStyle(look, mode.kind === 'draw' ? change : lasting) });
    if (mode.kind !== 'draw')
      changeDrawings(
        selected,
        (d) => {
          const own = partsFor([d.type]);
          const fits = Object.fromEntries(
            Object.entries(change).filter(([part]) => own.has(part as keyof DrawingStyle)),
          );
          return Object.keys(fits).length > 0 ? { ...d, style: styleFor(d.type, withStyle(d.style, fits)) } : d;
        },
        `look/${Object.keys(change).join()}`,
      );
  };
  return { types, style, restyle };
};
