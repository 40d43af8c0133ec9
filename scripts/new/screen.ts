// The kinds that are a screen: an address, its row, its page, its title and help. A collection is a screen that lists what a call gives.
import { api } from '../../contract/index';
import { addHelp, addMessages, camel, type Draft, isName, type Kind, LANGS, type Lang, pascal, titlesOf } from './draft'; // biome-ignore format: one line
import texts from './list-texts.json';
import { addDefaultImport, addProperty, objectOf, propertiesOf, readText } from './source-edits';

interface Place {
  room: string;
  name: string;
  id: string;
  path: string;
  component: string;
  titles: Record<Lang, string>;
}

/** Puts the address of a screen into the draft: its row, or that it is built, its page, its title, its help. */
function addPlace(draft: Draft, usage: string, target: string, words: readonly string[]): Place {
  const [room, name, ...more] = target.split('/');
  if (!isName(room) || !isName(name) || more.length > 0) throw new Error(`Usage: ${usage}`);
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
    const titles = titlesOf(words);
    addMessages(draft, 'routes', [id], { fa: { title: titles.fa }, en: { title: titles.en } });
    addHelp(draft, name, titles);
  }
  const titleIn = (lang: Lang): string => JSON.parse(draft.read(`messages/${lang}/routes.json`))[id].title;
  const params = [...path.matchAll(/:(\w+)/g)].map(([, param]) => `${param}: string`).join('; ');
  draft.create(
    `app${path.replace(/:(\w+)/g, '[$1]')}/page.tsx`,
    `// ${path}
import { ${component} } from '@/features/${room}/screens/${name}';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('${id}');

export default async function ${pascal(name)}Page(${params && `{ params }: { params: Promise<{ ${params} }> }`}) {
  await mayOpen('${id}');
  return <${component} ${params && '{...(await params)} '}/>;
}
`,
  );
  return { room, name, id, path, component, titles: { fa: titleIn('fa'), en: titleIn('en') } };
}

export const screen: Kind = {
  usage:
    'npm run new screen <room>/<name> [<Persian title> <English title>]   (titles where the table has no row for it)',
  write(draft, [target = '', ...words]) {
    const { room, name, id, path, component } = addPlace(draft, screen.usage, target, words);
    const params = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param as string);
    const types = params.map((param) => `${param}: string`).join('; ');
    draft.create(
      `features/${room}/screens/${name}.tsx`,
      `// The screen ${path}.
'use client';
import { useTranslations } from 'next-intl';
import { Page } from '@/components/layout/page';

export function ${component}(${params.length ? `{ ${params.join(', ')} }: { ${types} }` : ''}) {
  const t = useTranslations('routes');
  return <Page title={t('${id}.title')}>{${params[0] ?? 'null'}}</Page>;
}
`,
    );
  },
};

/** Texts of a new list, with its title in them. */
const listTexts = (lang: Lang, title: string): unknown =>
  JSON.parse(JSON.stringify(texts[lang]).replaceAll('{title}', lang === 'en' ? title.toLowerCase() : title));

/** What can head a row, the best first. */
const NAMES = ['label', 'name', 'title', 'subject', 'username'];

/** What a list needs to know of its call. Throws where the call gives no list of the kind. */
function listOf(address: string) {
  const [area = '', name = ''] = address.split('.');
  const areas: Record<string, Record<string, unknown>> = api;
  const row = areas[area]?.[name] as
    | { method: string; path: string; query?: { shape?: Schemas }; ok?: { shape?: Schemas } }
    | undefined;
  if (!row) throw new Error(`The contract has no call "${address}". Name it like users.list.`);
  const query = row.query?.shape;
  const orders = query?.order?.unwrap?.().options?.filter((key) => !key.startsWith('-'));
  const item = row.ok?.shape?.results?.element?.shape;
  if (row.method !== 'GET' || row.path.includes(':') || !query?.search || !orders?.[0] || !item)
    throw new Error(`${address} gives no list that is searched and ordered.`);
  const title = NAMES.find((key) => item[key]?.type === 'string');
  return { path: row.path, orders, title };
}
type Schemas = Record<
  string,
  {
    type?: string;
    unwrap?: () => { options?: readonly string[] };
    element?: { shape?: Record<string, { type?: string }> };
  }
>;

/** The messages of a room that has none yet. */
function addRoomMessages(draft: Draft, room: string): void {
  const file = 'lib/i18n/messages.ts';
  if (propertiesOf(objectOf(file, draft.read(file), 'fa') as never).has(camel(room))) return;
  for (const lang of LANGS) {
    draft.create(`messages/${lang}/${room}.json`, '{}\n');
    draft.edit(file, (text) => {
      const texts = objectOf(file, text, lang);
      if (!texts) throw new Error(`${file} has no ${lang}.`);
      const name = `${lang}${pascal(room)}`;
      return addDefaultImport(file, addProperty(text, texts, camel(room), name), `../../messages/${lang}/${room}.json`, name); // biome-ignore format: one line
    });
  }
}

export const collection: Kind = {
  usage:
    'npm run new collection <room>/<name> <area>.<call> [<Persian title> <English title>]   (a list that is searched and ordered)',
  write(draft, [target = '', address = '', ...words]) {
    const { room, name, id, path, component, titles } = addPlace(draft, collection.usage, target, words);
    const list = listOf(address);
    if (path.includes(':')) throw new Error(`${path} takes a parameter: a list of a call without one cannot stand there.`); // biome-ignore format: one line
    const view = `${name.replaceAll('-', '_').toUpperCase()}_VIEW`;
    const [first] = list.orders;
    addRoomMessages(draft, room);
    addMessages(draft, room, [id], { fa: listTexts('fa', titles.fa), en: listTexts('en', titles.en) });
    draft.createMissing(`features/${room}/README.md`, `# ${room}\n\n${titles.en}.\n`);
    draft.create(
      `features/${room}/logic/${name}-view.ts`,
      `// What the address says about the list ${path}.
import { api } from '@/contract/index';
import { textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export const ${view} = defineView({
  call: api.${address},
  filters: { q: textFilter('search') },
  orders: [${list.orders.map((key) => `'${key}'`).join(', ')}],
  order: '${first}',
});
`,
    );
    const text = list.title ? `({ ${list.title} }) => ${list.title}` : '({ id }) => String(id)';
    const order = list.orders.find((key) => key === list.title);
    draft.create(
      `features/${room}/screens/${name}.tsx`,
      `// The list ${path}.
'use client';
import { IconList } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CollectionPage } from '@/components/collection/collection-page';
import { filterFields } from '@/components/collection/filter-fields';
import { useCollection } from '@/lib/collection/use-collection';
import { nextOrder } from '@/lib/collection/view';
import { ${view} } from '../logic/${name}-view';

export function ${component}() {
  const t = useTranslations('${camel(room)}.${id}');
  const title = useTranslations('routes')('${id}.title');
  const list = useCollection(${view}, '${id}');
  const { view, change } = list;
  const field = filterFields(view.filters, (filters) => change({ filters }));
  return (
    <CollectionPage
      title={title}
      faces={list}
      filters={{ search: field.search('q', t('search')) }}
      list={{
        title: { title: t('name'), text: ${text}${order ? `, order: '${order}' as const` : ''} },
        columns: [],
        onMenu: list.hold,
        order: view.order,
        onOrder: (key) => change({ order: nextOrder(view.order, key, ${view}.order) }),
      }}
      empty={{ icon: <IconList size={24} />, title: t('empty.title'), text: t('empty.text') }}
    />
  );
}
`,
    );
    draft.create(
      `features/${room}/screens/${name}.test.tsx`,
      `// The list ${path} as it is used.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { ${component} } from './${name}';

it('asks for its list, and searches in it', async () => {
  const { user, t, calls } = await renderScreen(() => <${component} />, { role: 'super', path: '${path}' });
  const isRead = (query: string) => calls.some(({ path, status }) => path.startsWith('${list.path}?') && path.includes(query) && status === 200); // biome-ignore format: one line
  await waitFor(() => expect(isRead('order=${first}')).toBe(true));
  await user.type(await screen.findByRole('textbox', { name: t('${camel(room)}.${id}.search') }), 'zzz');
  await waitFor(() => expect(isRead('search=zzz')).toBe(true));
});
`,
    );
  },
};
