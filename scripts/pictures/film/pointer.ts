// What a film shows of the one who works: a pointer that moves as people move it, and the keys that are pressed.
import type { Locator, Page } from '@playwright/test';
import type { Recorder } from './recorder';

const PRESS_MS = 64;
const LOOK_MS = 300;
const STEP_MS = 16;
const STEPS = 24;

/** Runs in the page: the browser has no pointer of its own here. */
export const drawPointer = () =>
  addEventListener('DOMContentLoaded', () => {
    const pointer = document.createElement('div');
    pointer.style.cssText =
      'position:fixed;z-index:99999;pointer-events:none;inset:0 auto auto 0;inline-size:18px;block-size:18px;margin:-9px;border-radius:50%;background:#ffd43bcc;border:2px solid #fff;box-shadow:0 1px 4px #0008;transition:scale .12s';
    const key = document.createElement('kbd');
    key.dir = 'ltr';
    key.style.cssText =
      'position:fixed;z-index:99999;pointer-events:none;inset-block-end:48px;inset-inline-start:50%;translate:-50%;padding:6px 18px;border-radius:8px;background:#ffd43b;color:#161a2c;font:600 24px sans-serif;opacity:0;transition:opacity .15s';
    document.body.append(pointer, key);
    addEventListener('mousemove', (event) => {
      pointer.style.translate = `${event.clientX}px ${event.clientY}px`;
    });
    addEventListener('mousedown', () => {
      pointer.style.scale = '0.6';
    });
    addEventListener('mouseup', () => {
      pointer.style.scale = '1';
    });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Shift') return;
        const name = event.code.replace('Key', '');
        key.textContent = event.shiftKey ? `Shift + ${name}` : name;
        key.style.opacity = '1';
        setTimeout(() => {
          key.style.opacity = '0';
        }, 900);
      },
      true,
    );
  });

export interface Hand {
  glide(x: number, y: number): Promise<void>;
  /** Presses where it is. */
  click(): Promise<void>;
  press(target: Locator): Promise<void>;
}

/** A hand that begins in the middle of the window. */
export function createHand(page: Page, recorder: Recorder): Hand {
  const view = page.viewportSize() ?? { width: 0, height: 0 };
  let [x, y] = [view.width / 2, view.height / 2];
  const glide = async (toX: number, toY: number) => {
    for (let step = 1; step <= STEPS; step++) {
      const share = step / STEPS;
      const eased = share * share * (3 - 2 * share);
      await page.mouse.move(x + (toX - x) * eased, y + (toY - y) * eased);
      await page.waitForTimeout(STEP_MS);
    }
    [x, y] = [toX, toY];
  };
  const click = async () => {
    recorder.hold(LOOK_MS);
    await page.mouse.down();
    await page.waitForTimeout(PRESS_MS);
    await page.mouse.up();
  };
  return {
    glide,
    click,
    async press(target) {
      await target.waitFor();
      const box = await target.boundingBox();
      if (!box) throw new Error(`${target} is not on the page`);
      await glide(box.x + box.width / 2, box.y + box.height / 2);
      await click();
    },
  };
}
