// Goal 37: texts that are programs elsewhere, stored in names, labels, values and messages, stay texts on every screen.
import { FormData } from 'undici';
import { createBrowser } from '../../testing/browser';
import { clickAt, expect, look as lookAt, quiet, signIn, test, text, toMap } from '../fixtures';

const HIT = "window.__hit=(window.__hit||0)+1;alert('hit')";
const TAGS = [
  `<script>${HIT}</script>`,
  `<img src=x onerror="${HIT}">`,
  `<svg onload="${HIT}">`,
  `<svg><script>${HIT}</script></svg>`,
  `<iframe srcdoc="<script>parent.${HIT}</script>">`,
  `<body onload="${HIT}">`,
  `<input autofocus onfocus="${HIT}">`,
  `<details open ontoggle="${HIT}">`,
  `<video><source onerror="${HIT}"></video>`,
  `<math href="javascript:${HIT}">x</math>`,
  `<a href="javascript:${HIT}">x</a>`,
  `<object data="javascript:${HIT}">`,
  `<style>@import'https://evil.test/a.css'</style>`,
  `<link rel=stylesheet href=https://evil.test/a.css>`,
  `<base href=https://evil.test/>`,
  `<meta http-equiv=refresh content="0;url=javascript:${HIT}">`,
  `<template><img src=x onerror="${HIT}"></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>">`,
];
/** Ways out of an attribute, a script, a template, a style expression, a comment, Markdown. */
const PAYLOADS = [
  ...TAGS,
  ...TAGS.slice(0, 12).map((tag) => `"'>${tag}`),
  `javascript:${HIT}`,
  `";${HIT};//`,
  `';${HIT};//`,
  `\${${HIT}}`,
  `{{constructor.constructor("${HIT}")()}}`,
  `</script><script>${HIT}</script>`,
  `-->${TAGS[1]}`,
  `[x](javascript:${HIT})`,
  `![x](x"onerror="${HIT})`,
  `url(javascript:${HIT})`,
].map((text) => text.slice(0, 180));

const screensOf = (layer: number) => [
  `layer-data/${layer}`,
  'layers',
  'user-manager',
  'user-builder',
  'profile',
  'settings',
  'layer-import/upload',
  'homepage',
];

test('forty stored texts run nowhere', async ({ page, baseURL }) => {
  expect(PAYLOADS).toHaveLength(40);
  const hand = createBrowser(new URL(baseURL ?? ''));
  expect((await hand.signIn('super')).status).toBe(200);
  const ends: [string, string][] = [];
  const post = async (path: string, body: object): Promise<number> => {
    const { status, json } = await hand.send('POST', `/api/${path}/`, body);
    expect([path, status, status === 200 ? '' : json]).toEqual([path, 200, '']);
    ends.unshift(['DELETE', `/api/${path}/${json.id}/`]);
    return json.id;
  };
  const all = PAYLOADS.join(' ').slice(0, 1900);
  const form = new FormData();
  for (const [key, value] of Object.entries({ label: PAYLOADS[1] as string, type: '1', form: JSON.stringify([{ name: 'name', label: PAYLOADS[2], type: 'text' }, { name: 'more', label: PAYLOADS[19], type: 'long_text' }]) })) form.append(key, value); // biome-ignore format: one form
  const creation = await hand.send('POST', '/api/layer/', form);
  expect(creation.status).toBe(200);
  const layer: number = creation.json.id;
  const ids: number[] = [];
  for (const [i, text] of PAYLOADS.entries()) {
    const geometry = { type: 'Point', coordinates: [51 + (i % 8) / 50, 35.6 + Math.floor(i / 8) / 50] };
    const { status, json } = await hand.send('POST', '/api/layerdata/', { layer, value: { name: text, more: all }, geometry }); // biome-ignore format: one call
    expect(status).toBe(200);
    ids.push(json.id);
  }
  const labels = { field: 'name', size: 12, color: '#1f2933', halo: '#ffffff', min_zoom: 0, max_zoom: 24 };
  const symbol = { color: '#6c55ff', opacity: 1, size: 6, stroke: '#ffffff', stroke_width: 1 };
  const categories = PAYLOADS.map((value) => ({ value, label: value, symbol }));
  const style = { kind: 'categorised', field: 'name', categories, other: symbol };
  expect((await hand.send('PATCH', `/api/style/${layer}/`, { style, labels })).status).toBe(200);
  await post('layergroup', { label: PAYLOADS[3], layer: [layer] });
  await post('project', { name: PAYLOADS[4], description: all });
  await post('region', { label: PAYLOADS[5], geometry: { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] } }); // biome-ignore format: a triangle
  await post('announcement', { title: PAYLOADS[6], text: all });
  await post('drawing', { type: 'point', label: PAYLOADS[7], geometry: { type: 'Point', coordinates: [51, 35] } });
  await post('group', { name: (PAYLOADS[8] as string).slice(0, 60), modules: [] });

  const heard: string[] = [];
  page.on('dialog', (dialog) => {
    heard.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (m) => /Content Security Policy|Refused to/.test(m.text()) && heard.push(m.text()));
  const look = async (where: string) => {
    await quiet(page);
    const strange = await page.evaluate(() => {
      const has = (selector: string) => document.querySelectorAll(selector).length;
      return [(window as { __hit?: number }).__hit ?? 0, has('[onerror],[onload],[onfocus],[ontoggle]'), has('a[href^="javascript:"],object,base,iframe[srcdoc],math')]; // biome-ignore format: one list
    });
    expect([where, ...strange]).toEqual([where, 0, 0, 0]);
  };
  try {
    await signIn(page, 'super', `/app/home?layer=${layer}&record=${ids[1]}`);
    await toMap(page);
    await look('home');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('onerror');
    await page.getByRole('option').first().waitFor();
    await look('search');
    await page.goto('/app/home');
    await toMap(page);
    // The tip under the pointer, and what lies there.
    await page.keyboard.press('KeyT');
    await lookAt(page, [51.02, 35.6], 12);
    const point = await page.evaluate(() => window.__map?.project([51.02, 35.6]));
    const box = await page.locator('[data-testid=map] canvas').first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + (point?.[0] ?? 0) + 40, (box?.y ?? 0) + (point?.[1] ?? 0));
    await page.mouse.move((box?.x ?? 0) + (point?.[0] ?? 0), (box?.y ?? 0) + (point?.[1] ?? 0), { steps: 4 });
    await expect(page.getByRole('tooltip').filter({ hasText: '__hit' })).toBeVisible();
    await look('tip');
    await page.keyboard.press('KeyT');
    await clickAt(page, [51.02, 35.6]);
    await expect(page.getByRole('complementary').getByText('__hit').first()).toBeVisible();
    await look('identify');
    await page.keyboard.press('Escape');
    // Paper: the legend names every value, the title is one of the texts.
    await page.keyboard.press('KeyP');
    const panel = page.getByRole('complementary');
    await panel.getByLabel(text.map.tools.print.pageTitle, { exact: true }).fill(PAYLOADS[1] as string);
    await expect(panel.getByRole('img', { name: text.map.tools.print.preview })).toHaveAttribute('aria-busy', 'false');
    const file = page.waitForEvent('download');
    await panel.getByRole('button', { name: text.map.tools.print.print, exact: true }).click();
    await file;
    await look('print');
    // A short notice that names what was deleted.
    await page.goto(`/app/home?layer=${layer}&record=${ids[2]}`);
    await page.getByRole('complementary').getByRole('button', { name: text.records.form.remove, exact: true }).click();
    await expect(
      page
        .getByText(/alert\('hit'\)/)
        .and(page.locator('[class*=otification] *'))
        .first(),
    ).toBeVisible();
    await look('toast');
    for (const path of screensOf(layer)) {
      await page.goto(`/app/${path}`);
      await look(path);
      // The texts are there, as texts.
      if (path.startsWith('layer') && !path.includes('import'))
        await expect(page.getByText('window.__hit').first()).toBeAttached();
    }
    expect(heard).toEqual([]);
    // The listener hears: what is put into the page as a program is refused, and told.
    await page.evaluate((tag) => document.body.insertAdjacentHTML('beforeend', tag), TAGS[1] as string);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
  } finally {
    for (const [method, path] of ends) await hand.send(method, path, {});
    await hand.send('DELETE', `/api/layer/${layer}/`, {});
    await hand.send('DELETE', `/api/layer/${layer}/full_delete/`, {});
  }
});
