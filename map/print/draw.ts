// A page on a canvas: the same items as in the PDF, for pictures and for the small preview.
import type { Item, Page, Step } from './items';
import { outline } from './text';

/** Where items are drawn: a 2D canvas's pen, on the page or off it. */
type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const trace = (pen: Pen, steps: readonly Step[]) => {
  pen.beginPath();
  for (const s of steps) {
    if (s[0] === 'M') pen.moveTo(s[1], s[2]);
    else if (s[0] === 'L') pen.lineTo(s[1], s[2]);
    else if (s[0] === 'C') pen.bezierCurveTo(s[1], s[2], s[3], s[4], s[5], s[6]);
    else pen.closePath();
  }
};

const text = (pen: Pen, { line, x, y, size, color, angle = 0, opacity = 1 }: Extract<Item, { kind: 'text' }>) => {
  pen.save();
  pen.globalAlpha = opacity;
  pen.translate(x, y);
  pen.rotate((-angle * Math.PI) / 180);
  pen.scale(size, -size);
  pen.fillStyle = color;
  for (const glyph of line.glyphs) {
    pen.save();
    pen.translate(glyph.x + glyph.dx, glyph.dy);
    trace(pen, outline(glyph));
    pen.fill();
    pen.restore();
  }
  pen.restore();
};

export interface PageImages {
  images: ReadonlyMap<string, CanvasImageSource>;
  /** Draws the map where the page has it; the pen's units are millimetres. */
  map(box: Extract<Item, { kind: 'map' }>): void;
}

/** `scale`: pixels of a millimetre. `down`: how many pixels of the page lie above the canvas. */
export const drawPage = (pen: Pen, page: Page, scale: number, images: PageImages, down = 0): void => {
  pen.setTransform(scale, 0, 0, scale, 0, -down);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, page.width, page.height);
  for (const item of page.items) {
    if (item.kind === 'text') text(pen, item);
    else if (item.kind === 'clip') {
      pen.save();
      pen.beginPath();
      pen.rect(item.x, item.y, item.width, item.height);
      pen.clip();
    } else if (item.kind === 'unclip') pen.restore();
    else if (item.kind === 'map') images.map(item);
    else if (item.kind === 'image') {
      const image = images.images.get(item.name);
      if (image) pen.drawImage(image, item.x, item.y, item.width, item.height);
    } else {
      pen.globalAlpha = item.opacity ?? 1;
      trace(pen, item.steps);
      if (item.fill) {
        pen.fillStyle = item.fill;
        pen.fill();
      }
      if (item.stroke) {
        pen.strokeStyle = item.stroke;
        pen.lineWidth = item.width ?? 0.2;
        pen.lineJoin = 'round';
        pen.setLineDash([...(item.dash ?? [])]);
        pen.stroke();
      }
      pen.globalAlpha = 1;
    }
  }
};
