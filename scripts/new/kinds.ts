// What `npm run new` can make: each kind is an object that puts the files of one new thing into a draft.
import { addHelp, camel, type Draft, isName, type Kind, LANGS, pascal, titlesOf } from './draft';
import { field } from './field';
import { collection, screen } from './screen';
import { addDefaultImport, addElement, addImport, addProperty, objectOf, objectOfType } from './source-edits';

/** Where the map's tools lie, with their registry. */
const TOOLS = 'tools';
/** The list of the files of their texts. */
const TEXTS = 'lib/i18n/tool-messages.ts';

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
    for (const lang of LANGS) {
      const title = titlesOf(titles)[lang];
      draft.create(`messages/${lang}/tools/${name}.json`, JSON.stringify({ title }));
      draft.edit(TEXTS, (text) => {
        const texts = objectOf(TEXTS, text, `${lang}Tools`);
        if (!texts) throw new Error(`${TEXTS} has no ${lang}Tools.`);
        const file = `../../messages/${lang}/tools/${name}.json`;
        return addDefaultImport(TEXTS, addProperty(text, texts, id, lang + pascal(name)), file, lang + pascal(name));
      });
    }
    addHelp(draft, name, titlesOf(titles));
  },
};

/** What can be made, by the word for it. */
export const KINDS: Record<string, Kind> = { screen, collection, endpoint, tool, field };
