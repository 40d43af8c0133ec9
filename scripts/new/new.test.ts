// The generator, on a copy of the project: what it writes compiles, passes the checks and the tests, and it writes all or nothing.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'; // biome-ignore format: one line
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPE_CHECK, TYPE_CHECK_ENV } from '../check.mjs';
import { make } from './new';

const [typeCheck = '', ...typeCheckArgs] = TYPE_CHECK;
const root = mkdtempSync(join(tmpdir(), 'pahneh-new-'));
const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\0');

beforeAll(() => {
  for (const path of paths) {
    if (!path || !existsSync(path)) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(path, join(root, path));
  }
  mkdirSync(join(root, 'out'));
  for (const shared of ['node_modules', 'out/template', 'next-env.d.ts'])
    if (existsSync(shared)) symlinkSync(resolve(shared), join(root, shared));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Rows of screens that are not built, one with a parameter and one without: the product may have none left. */
const PLANNED = { plannedThing: '/app/planned-thing/:id', plannedList: '/app/planned-list' };
function addPlanned() {
  const edit = (path: string, change: (text: string) => string) => writeFileSync(join(root, path), change(read(path)));
  const rowsOfTable = Object.entries(PLANNED).map(([id, path]) => `  ${id}: { path: '${path}', needs: 'session', help: 'home' },\n`); // biome-ignore format: one list
  edit('lib/routes/table.ts', (text) => text.replace('const table = {\n', (start) => start + rowsOfTable.join('')));
  const titles = Object.fromEntries(Object.keys(PLANNED).map((id) => [id, { title: id }]));
  for (const lang of ['fa', 'en'])
    edit(`messages/${lang}/routes.json`, (text) => `${JSON.stringify({ ...JSON.parse(text), ...titles }, null, 2)}\n`);
}

/** Runs a program of the packages in the copy; its output where it fails. */
const run = async (module: string, ...args: string[]): Promise<string> => {
  const env = { ...process.env, ...TYPE_CHECK_ENV, TEST_DATABASE_URL: '' };
  const program = promisify(execFile)(process.execPath, [resolve('node_modules', module), ...args], { cwd: root, env });
  return program.then(
    () => 'passed',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
};
/** The files that kinds edit. */
const tables = () =>
  [
    'lib/routes/table.ts',
    'contract/endpoints/layers.ts',
    'backend/areas/layers/handlers.ts',
    'messages/fa/routes.json',
    'messages/en/routes.json',
    'lib/i18n/tool-messages.ts',
  ].map(read);

describe('npm run new', () => {
  it('writes a screen, lists, endpoints, a tool and a field type that compile, pass the checks and their tests', async () => {
    addPlanned();
    const nameOf = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const written = [
      make(root, ['screen', 'records/brand-new', 'صفحه نو', 'Brand new']),
      ...Object.keys(PLANNED).map((id) => make(root, ['screen', `users/${nameOf(id)}`])),
      // Handlers in an object, of a function, of an arrow function, and spread from several files.
      ...['layers', 'users', 'session', 'records'].map((area) =>
        make(root, ['endpoint', `${area}/brandNew`, 'POST', `brand_new/${area}/:id/`]),
      ),
      make(root, ['tool', 'area-sum', 'جمع مساحت', 'Sum of areas']),
      // In a room that has texts already, and in one that is new.
      make(root, ['collection', 'users/many-people', 'users.list', 'آدم‌ها', 'People']),
      make(root, ['collection', 'regions/many-regions', 'regions.list', 'مرزها', 'Regions']),
      make(root, ['field', 'house-plate', 'پلاک خانه', 'House number']),
    ].flat();
    expect(read('lib/routes/table.ts')).toMatch(/brandNew: \{ path: '\/app\/brand-new', needs: 'session', built: true \}/); // biome-ignore format: one line
    for (const path of Object.values(PLANNED))
      expect(written).toContain(`app${path.replace(/:(\w+)/g, '[$1]')}/page.tsx`);
    expect(read('backend/areas/layers/handlers.ts')).toContain('brandNew: notServed');
    expect(JSON.parse(read('messages/fa/tools/area-sum.json'))).toEqual({ title: 'جمع مساحت' });
    expect(read('lib/i18n/messages.ts')).toContain('regions: enRegions');
    expect(read('backend/geo/import/fields.ts')).toMatch(/house_plate: asIs/);
    // No hole, no other line of the lists touched.
    expect(read('tools/registry.ts')).toMatch(/\n {2}print,\n {2}areaSum,\n\] as const;/);

    const sources = written.filter((path) => /\.(tsx?|json)$/.test(path));
    const tests = ['tools/area-sum', 'contract/contract.test.ts', 'messages/messages.test.ts', 'features/shell/logic/help-pages', 'testing/project.test.ts', 'features/users/screens/many-people.test.tsx', 'features/regions/screens/many-regions.test.tsx']; // biome-ignore format: one line
    const titles =
      'layers.brandNew|does nothing before|every screen|same keys|has all of them|entry of the menu|a page for each|asks for its list';
    expect(
      await Promise.all([
        run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...sources),
        run(typeCheck, ...typeCheckArgs),
        run('vitest/vitest.mjs', 'run', '--reporter=dot', ...tests, '-t', titles),
      ]),
    ).toEqual(['passed', 'passed', 'passed']);
  }, 480_000);

  it.each([
    ['a screen that is built', ['screen', 'layers/layers'], 'has "built" already'],
    ['a screen without titles', ['screen', 'records/another'], 'title in Persian, then in English'],
    ['titles the other way round', ['screen', 'records/another', 'Another', 'دیگری'], 'title in Persian'],
    [
      'a screen whose page exists',
      ['screen', 'records/taken', 'گرفته', 'Taken'],
      'app/app/taken/page.tsx exists already',
    ],
    ['a call that is declared', ['endpoint', 'layers/list', 'GET', 'other/'], 'has "list" already'],
    [
      'a call whose address is taken',
      ['endpoint', 'layers/other', 'GET', 'layer/'],
      'layers.ts has GET layer/ already',
    ],
    ['a call of no area', ['endpoint', 'nothing/list', 'GET', 'other/'], 'holds the calls of nothing'],
    ['a path that is none', ['endpoint', 'layers/other', 'GET', '../other'], 'npm run new endpoint'],
    [
      'a list of no call',
      ['collection', 'regions/another', 'regions.nothing', 'الف', 'A'],
      'no call "regions.nothing"',
    ],
    ['a list that is not searched', ['collection', 'regions/another', 'messages.list', 'الف', 'A'], 'gives no list that is searched'], // biome-ignore format: one line
    ['a field type that exists', ['field', 'choice', 'الف', 'A'], 'fields/choice.ts exists already'],
    ['a tool that exists', ['tool', 'measure', 'اندازه', 'Measure'], 'measure/machine.ts exists already'],
    ['a name that is none', ['tool', 'Area Sum', 'الف', 'A'], 'npm run new tool'],
    ['a kind that is none', ['thing'], 'npm run new screen'],
    ['a kind of every object', ['constructor'], 'npm run new screen'],
  ])('writes nothing for %s', (_, words, message) => {
    mkdirSync(join(root, 'app/app/taken'), { recursive: true });
    writeFileSync(join(root, 'app/app/taken/page.tsx'), '');
    const before = tables();
    expect(() => make(root, words)).toThrow(message);
    expect(tables()).toEqual(before);
    for (const path of [
      'features/records/screens/another.tsx',
      'features/records/screens/taken.tsx',
      'public/help/fa/taken.md',
    ])
      expect([path, existsSync(join(root, path))]).toEqual([path, false]);
  });

  it('takes back what it has written when the disk refuses the rest', () => {
    // A file stands where a folder must be made.
    writeFileSync(join(root, 'app/app/half'), '');
    const before = tables();
    expect(() => make(root, ['screen', 'records/half', 'نیمه', 'Half'])).toThrow();
    expect(tables()).toEqual(before);
    expect(existsSync(join(root, 'features/records/screens/half.tsx'))).toBe(false);
  });

  it('keeps a help page that is there', () => {
    writeFileSync(join(root, 'public/help/fa/helped.md'), '# هست\n');
    expect(make(root, ['screen', 'records/helped', 'با راهنما', 'Helped'])).not.toContain('public/help/fa/helped.md');
    expect(read('public/help/fa/helped.md')).toBe('# هست\n');
  });
});
