// What the pointer is caught by while a shape is drawn, and where terra-draw sets a vertex then.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { SnapToCustom, TerraDrawMouseEvent } from 'terra-draw';
import { rotateShape } from '../../geo/shapes';
import type { SnapTarget } from '../../geo/snap';
import type { Position } from '../../geo/walk';
import { useSnapping } from '../../state/snapping';
import type { Shape } from '../../tool-types';
import { CLOSING, MIN_VERTICES } from './draw-modes';
import { type SnapResult, snapOnMap } from './snapping';
import { rounded } from './stretches';

/** What is drawn. */
export interface Drawn {
  shape(): Shape;
  /** The vertices that were set; the loose end follows the pointer and is none. */
  placed(): Position[];
  /** Vertices come by numbers: nothing catches those. */
  isTyping(): boolean;
}
export interface Catching {
  /** Looks what catches the pointer at this event, and keeps it. */
  look(event: TerraDrawMouseEvent): SnapResult | null;
  caught(): SnapResult | null;
  toCustom: SnapToCustom;
  clear(): void;
}

export const createCatching = (map: MapLibreMap, { shape, placed, isTyping }: Drawn): Catching => {
  let caught: SnapResult | null = null;
  /** The event that was looked at: terra-draw asks again for the same one. */
  let lastEvent: TerraDrawMouseEvent | null = null;

  const pixelOf = ([lng = 0, lat = 0]: Position): [number, number] => {
    const { x, y } = map.project([lng, lat]);
    return [x, y];
  };
  const catchAt = ({ containerX: x, containerY: y, heldKeys }: TerraDrawMouseEvent): SnapResult | null => {
    if (isTyping() || heldKeys.includes('Alt')) return null;
    const set = placed();
    const [first] = set;
    // Terra-draw closes an area there, whatever else is near.
    if (shape() === 'polygon' && first && set.length >= MIN_VERTICES.polygon) {
      const [fx, fy] = pixelOf(first);
      if (Math.hypot(fx - x, fy - y) <= CLOSING) return { position: first, kind: 'vertex', hit: null };
    }
    // The last vertex would catch the pointer that has just set it; those before it are what one aims at.
    const own: SnapTarget[] = set.slice(0, -1).map((p) => ({ positions: [p], closed: false }));
    const target = snapOnMap(map, [x, y], own, null);
    return target && { ...target, position: rounded(target.position) };
  };
  const toCustom: SnapToCustom = (event) => {
    const target = lastEvent === event ? caught : catchAt(event);
    if (target) return target.position;
    const keepsAngle = event.heldKeys.includes('Shift') || useSnapping.getState().angles;
    const from = keepsAngle && !isTyping() ? placed().at(-1) : undefined;
    if (!from) return undefined;
    const [px, py] = rotateShape(pixelOf(from), [event.containerX, event.containerY]);
    return rounded(map.unproject([px, py]).toArray());
  };

  return {
    look: (event) => {
      caught = catchAt(event);
      lastEvent = event;
      return caught;
    },
    caught: () => caught,
    toCustom,
    clear: () => {
      [caught, lastEvent] = [null, null];
    },
  };
};
