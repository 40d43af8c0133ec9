// Writes the files of a new screen, call or tool in the shape of the others, so that nobody copies an old one.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

const camel = (name) => name.replace(/-(\w)/g, (_, c) => c.toUpperCase());
const pascal = (name) => camel(name).replace(/^\w/, (c) => c.toUpperCase());

const write = (root, path, text) => {
  if (existsSync(`${root}/${path}`)) throw new Error(`${path} exists already`);
  mkdirSync(dirname(`${root}/${path}`), { recursive: true });
  writeFileSync(`${root}/${path}`, text);
  return path;
};
const edit = (root, path, change) => {
  writeFileSync(`${root}/${path}`, change(readFileSync(`${root}/${path}`, 'utf8')));
  return path;
};
const addText = (root, path, change) =>
  edit(root, path, (text) => {
    const json = JSON.parse(text);
    change(json);
    return `${JSON.stringify(json, null, 2)}\n`;
  });

function screen(root, [target = '']) {
  const [room, name] = target.split('/');
  if (!room || !name) throw new Error('npm run new screen <room>/<name>');
  const id = camel(name);
  return [
    write(
      root,
      `features/${room}/screens/${name}.tsx`,
      `// What this screen is for, in one line.\n'use client';\nimport { useTranslations } from 'next-intl';\nimport { Page } from '@/components/page';\n\n/** The ${name} screen. */\nexport function ${pascal(name)}() {\n  const t = useTranslations('routes');\n  return <Page title={t('${id}.title')}>{null}</Page>;\n}\n`,
    ),
    write(
      root,
      `app/app/${name}/page.tsx`,
      `// ${pascal(name)}.\nimport { ${pascal(name)} } from '@/features/${room}/screens/${name}';\nimport { mayOpen } from '@/lib/bff/page-session';\nimport { pageTitle } from '@/lib/i18n/page-title';\n\nexport const generateMetadata = () => pageTitle('${id}');\n\nexport default async function ${pascal(name)}Page() {\n  await mayOpen('${id}');\n  return <${pascal(name)} />;\n}\n`,
    ),
    edit(root, 'lib/routes/table.ts', (text) =>
      new RegExp(`\\n  ${id}: `).test(text)
        ? text
        : text.replace(
            '} as const satisfies Record<string, Route>;',
            `\n  ${id}: { path: '/app/${name}', needs: 'session', built: true },\n} as const satisfies Record<string, Route>;`,
          ),
    ),
    ...['fa', 'en'].map((lang) =>
      addText(root, `messages/${lang}/routes.json`, (json) => {
        json[id] ??= { title: name };
      }),
    ),
  ];
}

function endpoint(root, [target = '', method = '', path = '']) {
  const [area, name] = target.split('/');
  if (!area || !name || !/^(GET|POST|PUT|PATCH|DELETE)$/.test(method) || !/^[a-z_:/]+\/$/.test(path))
    throw new Error('npm run new endpoint <area>/<name> <METHOD> <path/>');
  const verb = { DELETE: 'del' }[method] ?? method.toLowerCase();
  const row = `  ${name}: ${verb}('${path}', { ok: Done, needs: 'superuser' }),\n`;
  return [
    edit(root, `contract/endpoints/${area}.ts`, (text) => {
      const at = text.indexOf('};', text.indexOf(`export const ${area} = {`));
      if (at < 0) throw new Error(`contract/endpoints/${area}.ts has no "${area}"`);
      return text.slice(0, at) + row + text.slice(at);
    }),
    edit(root, `backend/areas/${area}/handlers.ts`, (text) => {
      const at = text.lastIndexOf('};');
      return `${text.slice(0, at)}\n  async ${name}() {\n    throw notFound();\n  },\n${text.slice(at)}`;
    }),
  ];
}

function tool(root, [name = '']) {
  if (!/^[a-z-]+$/.test(name)) throw new Error('npm run new tool <name>');
  const made = [
    write(
      root,
      `tools/${name}/machine.ts`,
      `// What ${name} does, gesture by gesture. Pure.\nimport type { Machine } from '../define';\n\nexport const machine: Machine<null> = { initial: null, step: (state) => [state] };\n`,
    ),
    write(
      root,
      `tools/${name}/index.ts`,
      `// The manifest of ${name}.\nimport { IconTool } from '@tabler/icons-react';\nimport { defineTool } from '../define';\nimport { machine } from './machine';\n\nexport const ${camel(name)} = defineTool({ id: '${name}', icon: IconTool, group: 'make', help: '${name}', takesPointer: true, machine });\n`,
    ),
    write(
      root,
      `tools/${name}/machine.test.ts`,
      `// ${name} as a script of gestures.\nimport { expect, it } from 'vitest';\nimport { play } from '../play';\nimport { machine } from './machine';\n\nit('begins in its initial state', () => {\n  expect(play(machine, [{ kind: 'enter' }]).state).toBe(machine.initial);\n});\n`,
    ),
    edit(root, 'tools/registry.ts', (text) =>
      text
        .replace(/(import [^\n]+\n)(?!import)/, `$1import { ${camel(name)} } from './${name}';\n`)
        .replace(/(export const tools = \[[^\]]*)\]/, `$1, ${camel(name)}]`),
    ),
    ...['fa', 'en'].map((lang) => write(root, `public/help/${lang}/${name}.md`, `# ${name}\n`)),
    ...['fa', 'en'].map((lang) =>
      addText(root, `messages/${lang}/map.json`, (json) => {
        json.tools[name] ??= { title: name };
      }),
    ),
  ];
  return made;
}

/** Makes one thing below \`root\`; answers the files written. */
export function make(root, [kind, ...rest]) {
  const makers = { screen, endpoint, tool };
  if (!makers[kind]) throw new Error('npm run new screen|endpoint|tool …');
  return makers[kind](root, rest);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    for (const path of make('.', process.argv.slice(2))) console.log(path);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
