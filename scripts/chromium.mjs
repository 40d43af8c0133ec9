// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// Without a window's interface first: a page takes a third less processor time in it.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const onPath = () => {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) if (existsSync(join(folder, name))) return join(folder, name);
  return null;
};

async function ofPlaywright() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** The path of a browser: CHROMIUM, the PATH, Playwright's own; else Playwright's download, else a Debian package. Null where none can be had. */
export async function findChromium(say = console.log) {
  const { CHROMIUM } = process.env;
  if (CHROMIUM && existsSync(CHROMIUM)) return CHROMIUM;
  const there = onPath() ?? (await ofPlaywright());
  if (there) return there;
  say('installing a browser');
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  const downloaded = await ofPlaywright();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    for (const name of PACKAGES)
      if (!onPath())
        spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
          stdio: 'ignore',
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        });
  }
  return onPath();
}
