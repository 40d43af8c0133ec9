// The kind of a data set as a picture: the map's own glyph in the colour of the text, a grid for a table.
import { IconTable } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Glyph } from '@/map/index';

type Shape = ComponentProps<typeof Glyph>['glyph']['shape'];
const SHAPES: Record<number, Shape> = { 1: 'point', 2: 'line', 3: 'polygon' };
const MARK = { color: '#808cf5', opacity: 0.85, size: 5, stroke: '#808cf5', stroke_width: 0 };

/** Decoration: the kind stands beside it in words. */
export function KindIcon({ type }: { type: number }) {
  const shape = SHAPES[type];
  return shape ? (
    <Glyph glyph={{ shape, mark: shape === 'line' ? { ...MARK, size: 2.5 } : MARK }} />
  ) : (
    <IconTable size={18} stroke={1.6} aria-hidden />
  );
}
