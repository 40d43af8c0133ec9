// Both languages say the same things with the same arguments, and no source carries a Persian letter.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../lib/i18n/messages';
import { routes } from '../lib/routes/table';

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );

/** Names and kinds of the ICU arguments of a message at depth one and below, sorted. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  for (const [, name, kind] of message.matchAll(/\{\s*(\w+)\s*(?:,\s*(\w+))?/g))
    if (kind || new RegExp(`\\{\\s*${name}\\s*\\}`).test(message)) names.add(kind ? `${name}:${kind}` : `${name}`);
  for (const [, tag] of message.matchAll(/<(\w+)>/g)) names.add(`<${tag}>`);
  return [...names].sort();
}

const nameOf = (argument: string) => argument.replace(/:.*/, '');
const isPlural = (argument: string) => argument.endsWith(':plural');

const room = (lang: string, name: string): Tree => JSON.parse(readFileSync(join('messages', lang, name), 'utf8'));
/** Texts that the upstream and the web process read themselves; no screen shows them. */
const NOT_SCREENS = ['backend.json', 'bff.json', 'outside.json', 'sandbox.json'];
/** Names of symbols, which come when somebody chooses one. */
const LOADED_LATER = ['symbols.json'];
const rooms = readdirSync('messages/fa', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

const LETTER = /(?=\p{L})\p{Script=Arabic}/u;

/** The glossary's terms of the interface with those that are never said instead of them. */
const terms = (readFileSync('docs/glossary.md', 'utf8').split('## In the interface')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [, fa = '', en = '', , never = ''] = line.split('|').map((cell) => cell.trim());
    return { take: { fa, en }, never: never === '-' ? [] : never.split(/[،,] /) };
  });

/** The name of an argument, which is no text; a branch of a plural is. */
const ARGUMENT = /(?<!(?:one|other|=\d+) )\{\w+(?=[},])/g;

/** Whether a text uses a term or its plural as words of their own; Persian suffixes stand with and without a ZWNJ. */
const uses = (text: string, term: string): boolean =>
  LETTER.test(term)
    ? new RegExp(`(?<![\\p{L}\\u200c])${term}(?:\\u200c?(?:ها|های|هایی|ی|ای))?(?![\\p{L}])`, 'u').test(text)
    : new RegExp(`\\b${term}s?\\b`, 'i').test(text);

describe('messages', () => {
  it('have the same rooms in both languages, all of them loaded', () => {
    const filesOf = (lang: string) => readdirSync(join('messages', lang), { recursive: true, encoding: 'utf8' }).sort();
    expect(filesOf('en')).toEqual(filesOf('fa'));
    const { reasons: _, ...tools } = messagesOf('fa').map.tools;
    const loaded = [...Object.keys(messagesOf('fa')), ...Object.keys(tools).map((id) => `tools/${id}`)];
    const named = rooms
      .filter((name) => ![...NOT_SCREENS, ...LOADED_LATER].includes(name))
      .map((name) => name.replace('.json', '').replace(/-(\w)/g, (_, c: string) => c.toUpperCase()));
    expect(loaded.sort()).toEqual(named.sort());
  });

  it.each(rooms)('%s has the same keys and arguments in both languages', (name) => {
    const fa = flat(room('fa', name));
    const en = new Map(flat(room('en', name)));
    expect([...en.keys()].sort()).toEqual(fa.map(([key]) => key).sort());
    for (const [key, text] of fa) {
      expect(text.trim(), `${name} ${key} is empty`).not.toBe('');
      expect(en.get(key)?.trim(), `${name} ${key} is empty in en`).not.toBe('');
      // English may count where Persian does not inflect; every other argument is the same.
      const expected = argumentsOf(text).map(nameOf);
      const actual = argumentsOf(en.get(key) ?? '').filter((one) => expected.includes(nameOf(one)) || !isPlural(one));
      expect(actual.map(nameOf).sort(), `${name} ${key}`).toEqual(expected.sort());
    }
  });

  it('use Persian letters, not their Arabic twins', () => {
    for (const name of rooms)
      for (const [key, text] of flat(room('fa', name))) expect(text, `${name} ${key}`).not.toMatch(/[\u064a\u0643]/);
  });

  it('and help and the list of changes write one word one way, with its hamza', () => {
    const pages = readdirSync('public/help/fa').map((name) => join('public/help/fa', name));
    const texts = [...pages, ...rooms.map((name) => join('messages/fa', name)), 'CHANGELOG.md'].flatMap((name) =>
      readFileSync(name, 'utf8')
        .split('\n')
        .map((line) => `${name} ${line.trim()}`),
    );
    expect(texts.filter((line) => /\u062a\u0627(?:\u06cc|\u0626)\u06cc\u062f/.test(line))).toEqual([
      // A sentence of the product's specification, kept to the letter.
      expect.stringMatching(/session\.json "resent":/),
    ]);
  });

  it('and help say none of the terms that the glossary gives up for another one', () => {
    expect(terms.length).toBeGreaterThan(40);
    expect(terms.length).toBeLessThanOrEqual(60);
    const breaches = (['fa', 'en'] as const).flatMap((lang) => {
      const help = join('public/help', lang);
      const texts = [
        ...rooms.flatMap((name) => flat(room(lang, name)).map(([key, text]) => [`${name} ${key}`, text] as const)),
        ...readdirSync(help).flatMap((name) =>
          readFileSync(join(help, name), 'utf8')
            .split('\n')
            .map((text, i) => [`${name}:${i + 1}`, text] as const),
        ),
      ].map(([place, text]) => [place, text.replace(/[\u064b-\u0655]/g, '').replace(ARGUMENT, '')] as const);
      return terms.flatMap(({ take, never }) =>
        never
          .filter((term) => LETTER.test(term) === (lang === 'fa'))
          .flatMap((term) =>
            texts.filter(([, text]) => uses(text, term)).map(([place]) => `${place}: "${term}", say "${take[lang]}"`),
          ),
      );
    });
    expect(breaches).toEqual([
      // A sentence of the product's specification, kept to the letter.
      expect.stringMatching(/session\.json code\.resent: /),
    ]);
  });

  it('title every screen, and say what the unbuilt ones will be for', () => {
    const texts = messagesOf('fa').routes as Record<string, { title: string; purpose?: string }>;
    expect(Object.keys(texts).sort()).toEqual(Object.keys(routes).sort());
    for (const [id, route] of Object.entries(routes))
      if (!('built' in route)) expect(texts[id]?.purpose, id).toBeTruthy();
  });

  it('notice a lost argument', () => {
    expect(argumentsOf('{n} of {all}')).not.toEqual(argumentsOf('{n}'));
    expect(argumentsOf('{n, plural, one {# layer} other {# layers}}')).toEqual(['n:plural']);
  });
});

const SOURCES = [
  'app',
  'backend',
  'bench',
  'components',
  'contract',
  'features',
  'lib',
  'map',
  'scripts',
  'testing',
  'tools',
];
/** Tests, demo data, example calls, the words that people write in their data and in the files they import, and digits to be spoken. */
const EXEMPT =
  /\.test\.tsx?$|^backend\/seed\/|^bench\/|^testing\/|^contract\/endpoints\/|^contract\/import-words\.ts$|^backend\/geo\/import\/csv-columns\.ts$|^scripts\/captcha-voice\.mjs$/;

const sources = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
};

describe('sources', () => {
  it('carry no Persian words: those live in messages', () => {
    const lines = [...SOURCES.flatMap(sources), 'server.ts', 'middleware.ts']
      .filter((name) => !EXEMPT.test(name))
      .flatMap((name) => {
        try {
          return readFileSync(name, 'utf8')
            .split('\n')
            .flatMap((line, i) => (LETTER.test(line) ? [`${name}:${i + 1} ${line.trim()}`] : []));
        } catch {
          return [];
        }
      });
    expect(lines).toEqual([]);
  });

  it('are read by a pattern that knows letters from digits', () => {
    expect(LETTER.test('لایه')).toBe(true);
    expect(LETTER.test('[۰-۹٠-٩]٬٫')).toBe(false);
  });
});
