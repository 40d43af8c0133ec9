// What axe finds on a page that somebody could not get past.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings of these rules, or serious and critical ones of those that axe has by itself, on the page as it is. */
export async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const options = { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) };
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const { violations } = await (window as any).axe.run(document, options);
    return violations
      .filter((v: { impact: string }) => only || v.impact === 'serious' || v.impact === 'critical')
      .map(
        (v: { id: string; nodes: { html: string }[] }) =>
          `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`,
      );
  }, rules);
}

/** Serious and critical findings, once the page has come to rest; empty where there are none. */
export async function serious(page: Page): Promise<string[]> {
  await page.waitForTimeout(700);
  return findings(page);
}
