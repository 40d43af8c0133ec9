// Circles as they are on the ellipsoid; terra-draw knows circles of the map's plane and of a sphere.
import type { TerraDrawCircleMode, TerraDrawMouseEvent } from 'terra-draw';
import type { Geometry } from '@/contract/schemas/common';
import { circle, distance } from '../../geo/drawings';
import type { LngLat } from '../../types';

/** The events of a circle, which is drawn by two clicks or by one drag. */
const ROUND_EVENTS = ['onClick', 'onMouseMove', 'onDragStart', 'onDrag', 'onDragEnd'] as const;

/** `isBegun`: whether there is a circle already, or the next event begins one. */
export const createCircles = (isBegun: () => boolean) => {
  let middle: LngLat = [0, 0];
  /** The place on it that was pointed at. */
  let rim: LngLat = [0, 0];
  return {
    /** The circle as it is now; null before it has a size. */
    exact: (): Geometry | null => {
      const radius = distance(middle, rim);
      return radius > 0 ? circle(middle, radius) : null;
    },
    watch: (mode: TerraDrawCircleMode): TerraDrawCircleMode => {
      for (const name of ROUND_EVENTS) {
        const handle = mode[name].bind(mode) as (event: TerraDrawMouseEvent, ...more: unknown[]) => void;
        mode[name] = (event: TerraDrawMouseEvent, ...more: unknown[]) => {
          if (!isBegun()) middle = [event.lng, event.lat];
          rim = [event.lng, event.lat];
          handle(event, ...more);
        };
      }
      return mode;
    },
  };
};
