// Terra-draw on this map: which mode is on, from the moment there is a style to draw into.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { TerraDraw, type TerraDrawExtend, TerraDrawModeUndoRedo, TerraDrawRenderMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { anchorOf } from '../bands';
import { DECIMALS } from './stretches';

const IDLE = 'idle';

type Mode = TerraDrawExtend.TerraDrawBaseDrawMode<TerraDrawExtend.CustomStyling>;
export interface Terra {
  draw: TerraDraw;
  /** Turns a mode on. A tool that is on when the map comes back asks before there is a style: it is turned on then. */
  begin(mode: string): void;
  /** Lets go of what is drawn; false where nothing was on. */
  end(): boolean;
  isDrawing(): boolean;
}

export const createTerra = (map: MapLibreMap, modes: readonly Mode[]): Terra => {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({
      map,
      coordinatePrecision: DECIMALS,
      renderBelowLayerId: anchorOf('labels'),
      prefixId: 'draw',
    }),
    modes: [...modes, new TerraDrawRenderMode({ modeName: IDLE, styles: {} })],
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo({ maxStackSize: 500 }) },
  });
  let mode: string | null = null;
  let hasStyle = false;
  const apply = () => {
    if (mode === null || !hasStyle) return;
    if (!draw.enabled) draw.start();
    draw.setMode(mode);
  };
  map.once('style.load', () => {
    hasStyle = true;
    apply();
  });
  return {
    draw,
    begin: (next) => {
      mode = next;
      apply();
    },
    end: () => {
      mode = null;
      if (!draw.enabled) return false;
      draw.clear();
      draw.setMode(IDLE);
      draw.stop();
      return true;
    },
    isDrawing: () => draw.enabled && draw.getMode() !== IDLE,
  };
};
