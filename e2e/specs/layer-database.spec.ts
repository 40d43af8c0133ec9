// From a database to the map: a connection that is tried, a table, a layer of it, and a sync, with nothing that axe objects to.
import pg from 'pg';
import layerBuilder from '../../messages/fa/layer-builder.json' with { type: 'json' };
import sources from '../../messages/fa/layer-sources.json' with { type: 'json' };
import layers from '../../messages/fa/layers.json' with { type: 'json' };
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs';
import { serious } from '../axe';
import { expect, signIn, test } from '../fixtures';

const { database: words, sync } = sources;

test.skip(!findPostgres(), 'needs PostgreSQL with PostGIS');

test('a table becomes a layer on the map and follows its database', async ({ page }) => {
  const cluster = await startPostgres();
  const foreign = new pg.Client({ connectionString: cluster.url });
  try {
    await foreign.connect();
    await foreign.query(`create extension postgis; create table springs (id int primary key, name text, geom geometry(Point, 4326));
      insert into springs select i, 'spring ' || i, st_setsrid(st_makepoint(51 + i * 0.01, 35.5), 4326) from generate_series(1, 25) i; analyze springs`);
    await signIn(page, 'super', '/app/layer-builder-db');
    await page.getByRole('button', { name: words.newConnection }).click();
    const drawer = page.getByRole('dialog', { name: words.newConnection });
    const at = new URL(cluster.url);
    for (const [label, value] of [
      [words.connectionName, `Springs ${test.info().retry}`],
      [words.host, at.hostname],
      [words.port, at.port],
      [words.databaseName, 'postgres'],
      [words.username, at.username],
    ] as const)
      await drawer.getByRole('textbox', { name: label }).first().fill(value);
    await drawer.getByRole('button', { name: words.trial.try }).click();
    await expect(drawer.getByRole('listitem').and(page.locator('[data-state=ok]'))).toHaveCount(5);
    expect(await serious(page)).toEqual([]);
    await drawer.getByRole('button', { name: words.save }).click();

    await page.getByRole('button', { name: 'springs' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: words.firstRows }).getByRole('row')).toHaveCount(21);
    await expect(page.getByTestId('plain-map')).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Control+S');
    await page.getByRole('link', { name: layerBuilder.job.showOnMap }).click();
    await page.waitForURL(/\/app\/home\?layer=\d+/);

    await foreign.query('delete from springs where id = 1');
    await page.goto('/app/layers?q=springs');
    await page
      .getByRole('row', { name: /springs/ })
      .getByRole('button')
      .last()
      .click();
    await page.getByRole('menuitem', { name: layers.actions.sync }).click();
    await page.getByRole('button', { name: sync.now }).click();
    await expect(page.getByRole('dialog').getByText(sync.removed, { exact: true }).locator('..')).toContainText(
      '\u06f1',
    );
    expect(await serious(page)).toEqual([]);
  } finally {
    await foreign.end();
    cluster.stop();
  }
});
