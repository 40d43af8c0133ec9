// A finger, or two, on the glass: taps, drags, a long press and a pinch as a browser's touch screen reports them.
import type { Page } from '@playwright/test';
import type { LngLat } from '../map/types';

type Spot = readonly [x: number, y: number];
/** Milliseconds between two reports of a moving finger. */
const BEAT = 16;

/** Fingers for a page whose context has a touch screen. Places are CSS pixels of the window. */
export async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spots.map(([x, y], id) => ({ x, y, id, radiusX: 8, radiusY: 8, force: 1 })),
    });
  /** Moves all fingers along straight ways in so many steps. */
  const move = async (from: readonly Spot[], to: readonly Spot[], steps: number) => {
    for (let i = 1; i <= steps; i++) {
      await send(
        'touchMove',
        from.map(([x, y], n) => [x + (((to[n]?.[0] ?? x) - x) * i) / steps, y + (((to[n]?.[1] ?? y) - y) * i) / steps]),
      );
      await page.waitForTimeout(BEAT);
    }
  };
  const gesture = async (from: readonly Spot[], to: readonly Spot[], rest: number, steps = 12) => {
    await send('touchStart', from);
    await page.waitForTimeout(BEAT);
    await move(from, to, steps);
    await page.waitForTimeout(rest);
    await send('touchEnd', []);
  };
  return {
    tap: ([x, y]: Spot) => page.touchscreen.tap(x, y),
    /** Lets the finger rest at the end, so that nothing flies on. */
    drag: (from: Spot, to: Spot) => gesture([from], [to], 120),
    press: (at: Spot) => gesture([at], [at], 700, 1),
    /** Two fingers on a level line round `middle`, from one distance to the other. */
    pinch: ([x, y]: Spot, before: number, after: number) =>
      gesture(
        [[x - before / 2, y], [x + before / 2, y]], // biome-ignore format: two fingers
        [[x - after / 2, y], [x + after / 2, y]], // biome-ignore format: two fingers
        120,
      ),
    /** Where a place of the earth is on the glass. */
    spot: async (at: LngLat): Promise<Spot> => {
      const box = await page.locator('[data-testid=map] canvas').first().boundingBox();
      const point = await page.evaluate((p) => window.__map?.project(p as LngLat), at);
      if (!box || !point) throw new Error('there is no map');
      return [box.x + point[0], box.y + point[1]];
    },
  };
}
