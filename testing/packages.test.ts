// What the lock file may hold: no version with a known hole, nothing without a sum, no registry's name, few programs at install.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const all = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The least versions without the holes that were told of these packages, wherever in the tree they stand. */
const FLOORS: Record<string, string> = {
  next: '16.3.3',
  'maplibre-gl': '6.4.1',
  postcss: '8.5.12',
  'react-dom': '19.2.1',
  esbuild: '0.25.0',
  axios: '1.12.0',
};
/** Packages that run a program of their own when they are installed. */
const INSTALL_SCRIPTS = new Set(['@parcel/watcher', '@swc/core', 'core-js', 'esbuild']);

const isAtLeast = (version: string, floor: string) => {
  const [a, b] = [version, floor].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  for (let i = 0; i < 3; i++) if (a?.[i] !== b?.[i]) return (a?.[i] ?? 0) > (b?.[i] ?? 0);
  return true;
};

it('compares versions by their numbers', () => {
  expect([isAtLeast('16.4.5', '16.3.3'), isAtLeast('16.3.2', '16.3.3'), isAtLeast('8.5.12', '8.5.12'), isAtLeast('1.9.9', '1.12.0')]).toEqual([true, false, true, false]); // biome-ignore format: one line
});

it('G83 holds no version below its floor', () => {
  for (const [name, floor] of Object.entries(FLOORS)) {
    const versions = all.filter(([path]) => nameOf(path) === name).map(([, { version = '' }]) => version);
    expect([name, versions.length > 0, versions.filter((version) => !isAtLeast(version, floor))]).toEqual([
      name,
      true,
      [],
    ]);
  }
});

it('G83 holds a sum for every package, no address, and no new program that runs at install', () => {
  expect(all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(all.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  const scripts = all.filter(([path, { hasInstallScript }]) => hasInstallScript && !INSTALL_SCRIPTS.has(nameOf(path)));
  expect(scripts.map(([path]) => path)).toEqual([]);
});
