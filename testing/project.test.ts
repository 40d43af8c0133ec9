// The project's own shape: walls that hold, screens that exist, and addresses only from the table.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, it } from 'vitest';
import { allows } from '../contract/rights';
import { menuFor } from '../lib/routes/menu';
import { href, routeAt, safeReturn, verdict } from '../lib/routes/rules';
import { type Route, routes } from '../lib/routes/table';
import { MUTANTS } from '../scripts/mutants';
import config from '../vitest.config';

const folders: string[] = [];
const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-shape-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const put = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name))
    .map((e) => join(e.parentPath, e.name));

it('each test file is run, by one project of the runner', () => {
  const includes = ((config as { test: { projects: { test: { include: string[] } }[] } }).test.projects).flatMap(({ test }) => test.include); // biome-ignore format: one line
  const runners = (path: string) =>
    includes.filter((include) => {
      const [, folders = '', end = ''] = /^\{(.+)\}\/\*\*\/\*(\.test\.tsx?)$/.exec(include) ?? [];
      return folders.split(',').includes(path.split('/', 1)[0] ?? '') && path.endsWith(end);
    }).length;
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  const files = stdout.split('\n').filter((path) => /\.test\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((path) => runners(path) !== 1)).toEqual([]);
});

describe('the walls', () => {
  const cruise = (files: Record<string, string>) => {
    const root = createFolder();
    cpSync('.dependency-cruiser.cjs', join(root, '.dependency-cruiser.cjs'));
    put(
      root,
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler', jsx: 'react-jsx', paths: { '@/*': ['./*'] } },
      }),
    );
    put(root, 'package.json', '{"type":"module"}');
    for (const [path, text] of Object.entries(files)) put(root, path, text);
    const run = spawnSync(
      process.execPath,
      [
        join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        ...new Set(Object.keys(files).map((f) => f.split('/')[0] as string)),
      ],
      { cwd: root, encoding: 'utf8' },
    );
    return { status: run.status, text: run.stdout + run.stderr };
  };
  const breaches: [string, Record<string, string>][] = [
    [
      'rooms-do-not-meet',
      { 'features/a/parts/x.ts': "import '../../b/parts/y';\n", 'features/b/parts/y.ts': 'export const y = 1;\n' },
    ],
    ['contract-imports-nobody', { 'contract/x.ts': "import '../lib/y';\n", 'lib/y.ts': 'export const y = 1;\n' }],
    ['backend-imports-contract-only', { 'backend/x.ts': "import '../lib/y';\n", 'lib/y.ts': 'export const y = 1;\n' }],
    [
      'ground-imports-no-area',
      { 'backend/http/x.ts': "import '../areas/logs/y';\n", 'backend/areas/logs/y.ts': 'export const y = 1;\n' },
    ],
    [
      'identity-knows-no-call',
      { 'backend/identity/x.ts': "import '../http/y';\n", 'backend/http/y.ts': 'export const y = 1;\n' },
    ],
    // A circle of three areas without one of files, by types alone, and one of areas that nobody has listed.
    [
      'areas-import-no-circle',
      {
        'backend/areas/layers/x.ts': "import type { Y } from '../jobs/y';\nexport const x: Y = 1;\n",
        'backend/areas/jobs/y.ts': 'export type Y = number;\n',
        'backend/areas/jobs/z.ts': "import '../records/z';\n",
        'backend/areas/records/z.ts': "import '../layers/z';\n",
        'backend/areas/layers/z.ts': 'export const z = 1;\n',
      },
    ],
    [
      'areas-import-no-circle',
      {
        'backend/areas/a/x.ts': "import '../b/y';\n",
        'backend/areas/b/y.ts': 'export const y = 1;\n',
        'backend/areas/b/x.ts': "import '../a/y';\n",
        'backend/areas/a/y.ts': 'export const y = 1;\n',
      },
    ],
    [
      'components-are-dumb',
      { 'components/x.tsx': "import '@/lib/api/client';\n", 'lib/api/client.ts': 'export const y = 1;\n' },
    ],
    [
      'map-has-one-door',
      { 'features/a/parts/x.ts': "import '@/map/engine/y';\n", 'map/engine/y.ts': 'export const y = 1;\n' },
    ],
    [
      'map-fetches-nothing',
      { 'map/engine/x.ts': "import '@/lib/api/client';\n", 'lib/api/client.ts': 'export const y = 1;\n' },
    ],
    ['map-fetches-nothing', { 'map/engine/x.ts': "import '@/tools/y';\n", 'tools/y.ts': 'export const y = 1;\n' }],
    ['tools-know-no-screen', { 'tools/a/x.ts': "import '@/features/y';\n", 'features/y.ts': 'export const y = 1;\n' }],
    ['tools-have-one-door', { 'features/a/x.ts': "import '@/tools/b/y';\n", 'tools/b/y.ts': 'export const y = 1;\n' }],
    [
      'app-uses-screens-and-slots',
      { 'app/x.tsx': "import '@/features/a/parts/y';\n", 'features/a/parts/y.ts': 'export const y = 1;\n' },
    ],
    ['middleware-stays-light', { 'middleware.ts': "import './lib/y';\n", 'lib/y.ts': "import 'node:fs';\n" }],
    [
      'no-cycles',
      {
        'lib/x.ts': "import { y } from './y';\nexport const x = y;\n",
        'lib/y.ts': "import { x } from './x';\nexport const y = x;\n",
      },
    ],
  ];
  it.each(breaches)('find a planted breach of %s', (rule, files) => {
    const { status, text } = cruise(files);
    expect(text).toContain(rule);
    expect(status).not.toBe(0);
  });
  it('let what is allowed through', () => {
    const { status, text } = cruise({
      'backend/areas/a/x.ts': "import '../layers/x';\n",
      'backend/areas/layers/x.ts': "import '../../identity/x';\nimport '../subscription/x';\n",
      'backend/areas/subscription/x.ts': 'export const x = 1;\n',
      'backend/identity/x.ts': 'export const x = 1;\n',
      'features/a/parts/x.ts': "import '@/lib/y';\n",
      'lib/y.ts': 'export const y = 1;\n',
    });
    expect([status, text.includes('no dependency violations')]).toEqual([0, true]);
  });
});

it('the description of the calls is OpenAPI as others read it', async () => {
  const description = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  expect(await new Validator().validate(description)).toEqual({ valid: true });
});

describe('the list of guards', () => {
  it('names what stands in its file exactly once, and tests that exist', () => {
    for (const { file, find, tests } of MUTANTS) {
      expect([file, find, readFileSync(file, 'utf8').split(find).length - 1]).toEqual([file, find, 1]);
      for (const test of tests) expect([test, existsSync(test)]).toEqual([test, true]);
    }
    expect(MUTANTS.length).toBeGreaterThanOrEqual(50);
  });
});

describe('the route table', () => {
  const all = Object.entries(routes) as [keyof typeof routes, Route][];
  const pageOf = (path: string) => `app${path.replace(/:(\w+)/g, '[$1]')}/page.tsx`;
  const STILL_TO_COME = 47;

  it('has a page for each screen that is built, and a row for each page', () => {
    const files = sources('app').filter((f) => f.endsWith('/page.tsx') && !f.startsWith('app/dev/'));
    // A folder in brackets groups pages under one layout and does not stand in their addresses.
    const pages = files.map((f) => f.replace(/\/\([\w-]+\)/g, ''));
    for (const [, route] of all.filter(([, r]) => r.built))
      expect([route.path, pages.includes(pageOf(route.path))]).toEqual([route.path, true]);
    const builtPages = new Set(all.filter(([, r]) => r.built).map(([, r]) => pageOf(r.path)));
    for (const page of pages)
      expect([page, builtPages.has(page) || page === 'app/page.tsx' || page.includes('[...rest]')]).toEqual([
        page,
        true,
      ]);
  });

  it('counts the screens that are still to come; the number may only fall', () => {
    expect(all.filter(([, r]) => !r.built).length).toBeLessThanOrEqual(STILL_TO_COME);
  });

  it('decides as the product says', () => {
    const who = (modules: number[], perms: string[] = [], superuser = false) => ({ modules, perms, superuser });
    expect(verdict('/app/home', null, false)).toEqual({ pass: false, to: '/signin' });
    expect(verdict('/app/nothing', null, false)).toEqual({ pass: false, to: '/signin' });
    expect(verdict('/app/nothing', who([]), false)).toEqual({ pass: false, to: 404 });
    expect(verdict('/homepage', who([]), false)).toEqual({ pass: false, to: 404 });
    expect(verdict('/app/x/homepage', null, true)).toEqual({ pass: false, to: '/signin' });
    expect(verdict('/app/dashboard', who([7]), false)).toEqual({ pass: false, to: '/app/403' });
    expect(verdict('/app/stats-dashboard', who([], ['create_statistics']), false)).toEqual({ pass: true });
    expect(verdict('/app/app-log', who([7]), false)).toEqual({ pass: false, to: '/app/403' });
    expect(verdict('/app/app-log', who([], [], true), false)).toEqual({ pass: true });
    expect(verdict('/app/user-manager', who([], [], true), false)).toEqual({ pass: false, to: '/app/403' });
    expect(allows(who([10]), { module: 1 })).toBe(false);
    expect(routeAt('/app/group-builder/7')?.id).toBe('groupEditor');
    expect(href('layerAppend', { layer_id: 3, id: 'a b' })).toBe('/app/layer-append/3/a%20b');
  });

  it('returns only to screens of its own', () => {
    expect(safeReturn('/app/layer-data/3?x=1')).toBe('/app/layer-data/3?x=1');
    for (const bad of [
      null,
      '',
      '//evil.test',
      '/\\evil.test',
      '/app/../signin',
      'https://evil.test/app/home',
      '/app/nothing',
      '/app/\thome',
      '/signin',
    ])
      expect([bad, safeReturn(bad)]).toEqual([bad, null]);
  });

  it('shows each person the menu of what he may open', () => {
    const ids = menuFor(who1).flatMap((s) =>
      s.items.flatMap((i) => ('group' in i ? i.entries.map((e) => e.id) : [i.id])),
    );
    expect(ids).toEqual(expect.arrayContaining(['home', 'layerImport', 'tutorials', 'settings']));
    expect(ids).not.toContain('chat');
    expect(ids).not.toContain('userManager');
    expect(ids).not.toContain('appLog');
  });
  const who1 = { modules: [1], perms: [], superuser: false };

  it('is the only place that spells addresses', () => {
    const spelt = ['features', 'components', 'map', 'tools', 'app']
      .flatMap(sources)
      .filter((f) => !f.includes('.test.') && !f.includes('[...rest]') && /['"`]\/app\//.test(readFileSync(f, 'utf8')));
    expect(spelt).toEqual([]);
  });
});
