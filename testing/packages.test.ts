// What the lock file may hold: no version with a known hole, nothing without a sum, no registry's name, few programs at install.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
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

/** Licences that let the product be used, changed and passed on under its own. */
const LICENCES = new Set(['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'Zlib', 'OFL', 'Unlicense', 'EDL-1.0']); // biome-ignore format: one list
/** Others, of packages that are used as they are: libraries of their own at run time, a list of facts, tools of the build. */
const AS_THEY_ARE: Record<string, string> = {
  'LGPL-2.1-or-later': '^gdal3\\.js$',
  'LGPL-3.0-or-later': '^@img/sharp-',
  'MPL-2.0': '^(lightningcss(-[\\w-]+)?|axe-core|mediabunny)$',
  'CC-BY-4.0': '^caniuse-lite$',
  // BSD-3-Clause, misspelt in the package's own description.
  'BDS-3-Clause': '^splaytree-ts$',
};
/** Packages whose description names no licence: MIT or BSD by a file of theirs or an older field; the last two serve tests alone. */
const BY_FILE = new Set(['arc', 'busboy', 'streamsearch', 'humanize-number', 'only']);

/** Licences of an expression that all hold; of a choice, those that we may take. */
function licencesOf(expression: string): string[] {
  const all = expression.replace(/[()]/g, '').split(' AND ');
  return all.map((part) => part.split(' OR ').find((licence) => LICENCES.has(licence)) ?? part);
}

it('G84 holds packages of known licences alone', () => {
  const strange = all.flatMap(([path, { license }]) => {
    const name = nameOf(path);
    if (license === undefined) return BY_FILE.has(name) ? [] : [`${name}: none`];
    const isKnown = (licence: string) => LICENCES.has(licence) || (licence in AS_THEY_ARE && new RegExp(AS_THEY_ARE[licence] ?? '', 'u').test(name)); // biome-ignore format: one condition
    return licencesOf(license).every(isKnown) ? [] : [`${name}: ${license}`];
  });
  expect(strange).toEqual([]);
  expect(licencesOf('(BSD-3-Clause OR GPL-2.0)')).toEqual(['BSD-3-Clause']);
  expect(licencesOf('MIT AND GPL-3.0-only')).toEqual(['MIT', 'GPL-3.0-only']);
});

it('G84 can be listed as a bill of materials that names every package', () => {
  const sbom = JSON.parse(execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], { encoding: 'utf8', maxBuffer: 1e8 })); // biome-ignore format: one call
  const names = new Set(sbom.components.map((c: { group?: string; name: string }) => (c.group ? `${c.group}/${c.name}` : c.name))); // biome-ignore format: one set
  expect(sbom.bomFormat).toBe('CycloneDX');
  expect(all.filter(([path]) => !names.has(nameOf(path))).map(([path]) => path)).toEqual([]);
});
