// Going through a page by keys alone.
import type { Locator } from '@playwright/test';

const MAX_STEPS = 120;

/** Goes on by Tab until the focus is on `target`; throws where no Tab leads there. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let i = 0; i < MAX_STEPS; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached by Tab`);
}
