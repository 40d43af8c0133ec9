// MapLibre orders Persian text by itself, but measures it in a canvas that inherits the page's direction: on a right-to-left
// page brackets would be mirrored twice. Its drawing canvases are therefore told to be left-to-right.

let done = false;

/** Runs once, before the first map. Only off-screen 2D canvases are touched. */
export const fixTextDirection = (): void => {
  if (done || typeof OffscreenCanvas === 'undefined') return;
  done = true;
  const original = OffscreenCanvas.prototype.getContext as (this: OffscreenCanvas, ...args: unknown[]) => unknown;
  OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas, ...args: unknown[]) {
    const context = original.apply(this, args);
    if (context instanceof OffscreenCanvasRenderingContext2D) context.direction = 'ltr';
    return context;
  } as typeof OffscreenCanvas.prototype.getContext;
};
