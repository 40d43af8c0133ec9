// What `npm run new` can make: each kind is an object that puts the files of one new thing into a draft.
import { addElement, addImport, addProperty, objectOf, objectOfType, propertiesOf, readText } from './source-edits';

/** Where the map's tools lie, with their registry. */
const TOOLS = 'tools';
const LANGS = ['fa', 'en'] as const;
const PERSIAN = /\p{Script=Arabic}/u;

/** The files to be written, by path: nothing touches the disk before all of them are known. */
export interface Draft {
  /** The sources of a folder and those below it, without tests. */
  list(folder: string): string[];
  read(path: string): string;
  /** A file that must not exist yet. */
  create(path: string, text: string): void;
  /** The same where a file that exists stays as it is. */
  createMissing(path: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
}

export interface Kind {
  usage: string;
  /** Puts the files of one new thing into the draft. Throws where the words do not fit or something is in the way. */
  write(draft: Draft, words: readonly string[]): void;
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(name).replace(/^\w/, (letter) => letter.toUpperCase());
const isName = (name: string | undefined): name is string => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '');

/** The titles in both languages, of the last two words. Throws where they are missing or the other way round. */
function titlesOf([fa = '', en = '']: readonly string[]): Record<(typeof LANGS)[number], string> {
  if (!PERSIAN.test(fa) || !en || PERSIAN.test(en)) throw new Error('Give its title in Persian, then in English.');
  return { fa, en };
}

/** Adds to a room's messages, at the path of keys. Throws where there is something already. */
const addMessages = (draft: Draft, room: string, keys: readonly string[], titles: ReturnType<typeof titlesOf>) => {
  for (const lang of LANGS)
    draft.edit(`messages/${lang}/${room}.json`, (text) => {
      const messages = JSON.parse(text);
      const key = keys.at(-1) as string;
      const parent = keys.slice(0, -1).reduce((node, step) => node[step], messages);
      if (key in parent) throw new Error(`messages/${lang}/${room}.json has ${keys.join('.')} already.`);
      parent[key] = { title: titles[lang] };
      return `${JSON.stringify(messages, null, 2)}\n`;
    });
};

const addHelp = (draft: Draft, slug: string, titles: ReturnType<typeof titlesOf>) => {
  for (const lang of LANGS) draft.createMissing(`public/help/${lang}/${slug}.md`, `# ${titles[lang]}\n`);
};

const screen: Kind = {
  usage:
    'npm run new screen <room>/<name> [<Persian title> <English title>]   (titles where the table has no row for it)',
  write(draft, [target = '', ...titles]) {
    const [room, name, ...more] = target.split('/');
    if (!isName(room) || !isName(name) || more.length > 0) throw new Error(`Usage: ${screen.usage}`);
    const id = camel(name);
    const component = `${pascal(name)}Screen`;
    const file = 'lib/routes/table.ts';
    const text = draft.read(file);
    const table = objectOf(file, text, 'table');
    if (!table) throw new Error(`${file} has no table.`);
    const row = propertiesOf(table).get(id);
    const path = row ? readText(row, 'path') : `/app/${name}`;
    if (!path) throw new Error(`${file} has no path in ${id}.`);
    const added = row
      ? addProperty(text, row, 'built', 'true')
      : addProperty(text, table, id, `{ path: '${path}', needs: 'session', built: true }`);
    draft.edit(file, () => added);
    if (!row) {
      addMessages(draft, 'routes', [id], titlesOf(titles));
      addHelp(draft, name, titlesOf(titles));
    }
    const params = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param as string);
    const types = params.map((param) => `${param}: string`).join('; ');
    const list = params.join(', ');
    draft.create(
      `features/${room}/screens/${name}.tsx`,
      `// The screen ${path}.
'use client';
import { useTranslations } from 'next-intl';
import { Page } from '@/components/layout/page';

export function ${component}(${params.length ? `{ ${list} }: { ${types} }` : ''}) {
  const t = useTranslations('routes');
  return <Page title={t('${id}.title')}>{${params[0] ?? 'null'}}</Page>;
}
`,
    );
    draft.create(
      `app${path.replace(/:(\w+)/g, '[$1]')}/page.tsx`,
      `// ${path}
import { ${component} } from '@/features/${room}/screens/${name}';
import { mayOpen } from '@/lib/bff/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('${id}');

export default async function ${pascal(name)}Page(${params.length ? `{ params }: { params: Promise<{ ${types} }> }` : ''}) {
  await mayOpen('${id}');
  return <${component} ${params.length ? '{...(await params)} ' : ''}/>;
}
`,
    );
  },
};

const VERBS: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' };

/** Adds a property to the object that `find` sees in one source of a folder. Throws where none of them has it. */
function addTo(
  draft: Draft,
  folder: string,
  what: string,
  find: (file: string, text: string) => ReturnType<typeof objectOf>,
  property: { name: string; value: string; imports: Record<string, string> },
): void {
  for (const file of draft.list(folder)) {
    const text = draft.read(file);
    const object = find(file, text);
    if (!object) continue;
    const { name, value, imports } = property;
    const withProperty = addProperty(text, object, name, value);
    const entries = Object.entries(imports);
    draft.edit(file, () => entries.reduce((all, [module, one]) => addImport(file, all, module, one), withProperty));
    return;
  }
  throw new Error(`No file below ${folder} holds ${what}.`);
}

const endpoint: Kind = {
  usage: 'npm run new endpoint <area>/<name> <METHOD> <path/>',
  write(draft, [target = '', method = '', path = '']) {
    const [area, name, ...more] = target.split('/');
    const verb = VERBS[method];
    const isPath = /^[a-z_-]+(\/(:?[a-z_-]+))*\/$/.test(path);
    if (!isName(area) || !name || !/^[a-z][a-zA-Z0-9]*$/.test(name) || more.length > 0 || !verb || !isPath)
      throw new Error(`Usage: ${endpoint.usage}`);
    const type = `Handlers['${camel(area)}']`;
    const twin = draft.list('contract/endpoints').find((file) => draft.read(file).includes(`${verb}('${path}'`));
    if (twin) throw new Error(`${twin} has ${method} ${path} already.`);
    const row = `${verb}('${path}', { ok: Done, needs: 'superuser', beyond: true })`;
    addTo(draft, 'contract/endpoints', `the calls of ${area}`, (file, text) => objectOf(file, text, camel(area)), {
      name,
      value: row,
      imports: { '../define': verb, '../schemas/common': 'Done' },
    });
    addTo(draft, 'backend/areas', `the handlers of ${area}`, (file, text) => objectOfType(file, text, type), {
      name,
      value: 'notServed',
      imports: { '../../http/mount': 'notServed' },
    });
  },
};

const tool: Kind = {
  usage: 'npm run new tool <name> <Persian title> <English title>',
  write(draft, [name, ...titles]) {
    if (!isName(name)) throw new Error(`Usage: ${tool.usage}`);
    const id = camel(name);
    const registry = `${TOOLS}/registry.ts`;
    draft.create(
      `${TOOLS}/${name}/machine.ts`,
      `// The machine of the tool ${name}: gestures in, effects out. Pure.
import type { Machine } from '../define';

export const machine: Machine<null> = { initial: null, step: (state) => [state] };
`,
    );
    draft.create(
      `${TOOLS}/${name}/index.ts`,
      `// The manifest of the tool ${name}.
import { IconTool } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const ${id} = defineTool({ id: '${id}', icon: IconTool, group: 'make', help: '${name}', takesPointer: true, machine });
`,
    );
    draft.create(
      `${TOOLS}/${name}/machine.test.ts`,
      `// The tool ${name} as a script of gestures.
import { expect, it } from 'vitest';
import { play } from '../play-machine';
import { machine } from './machine';

it('does nothing before the first gesture on the map', () => {
  expect(play(machine, [{ kind: 'enter' }, { kind: 'exit' }])).toMatchObject({ state: null, effects: [] });
});
`,
    );
    draft.edit(registry, (text) => addImport(registry, addElement(registry, text, 'tools', id), `./${name}`, id));
    addMessages(draft, 'map', ['tools', id], titlesOf(titles));
    addHelp(draft, name, titlesOf(titles));
  },
};

/** What can be made, by the word for it. */
export const KINDS: Record<string, Kind> = { screen, endpoint, tool };
