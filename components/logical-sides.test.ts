// The page mirrors with the language, so no style may name a physical side.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOMS = ['components', 'features', 'app', 'map', 'tools'];
const CSS =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right)\s*:|text-align\s*:\s*(?:left|right)|float\s*:|border-(?:top|bottom)-(?:left|right)-radius)/;
const PROPS =
  /\s(?:ml|mr|pl|pr|left|right)=[{"]|(?:margin|padding|border)(?:Left|Right)\s*:|textAlign\s*:\s*'(?:left|right)'/;

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(css|tsx)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** Lines that name a physical side. A line inside the map's own left-to-right box says so in a comment: "physical: why". */
const offenders = (name: string, text: string): string[] =>
  text
    .split('\n')
    .map((line, i) => ({ line, at: `${name}:${i + 1}` }))
    .filter(({ line }) => !line.includes('physical:') && (name.endsWith('.css') ? CSS : PROPS).test(line))
    .map(({ line, at }) => `${at} ${line.trim()}`);

it('no stylesheet or component names a physical side', () => {
  const breaches = ROOMS.flatMap(files).flatMap((name) => offenders(name, readFileSync(name, 'utf8')));
  expect(breaches).toEqual([]);
});

it('finds one that is planted', () => {
  expect(offenders('a.css', '.x {\n  margin-left: 4px;\n}')).toHaveLength(1);
  expect(offenders('a.css', '.x {\n  left: 0;\n  text-align: right;\n}')).toHaveLength(2);
  expect(offenders('a.tsx', '<Box ml="md" style={{ paddingRight: 4 }} />')).toHaveLength(1);
  expect(offenders('a.css', '.x {\n  margin-inline-start: 4px;\n  text-align: start;\n}')).toEqual([]);
});

/** Typed text has its direction from globals.css: `dir="auto"` goes to the frame around the field, which holds no text and so becomes left to right. */
const framed = (text: string): string[] =>
  text
    .split(/(?=<[A-Za-z])/)
    .map((tag) => tag.split('/>')[0] ?? '')
    .filter((tag) => /^<(?:TextInput|Textarea|Autocomplete)\s/.test(tag) && tag.includes('dir="auto"'));

it('no text field is given a direction of its own letters twice', () => {
  const breaches = ROOMS.flatMap(files).flatMap((name) => framed(readFileSync(name, 'utf8')).map(() => name));
  expect(breaches).toEqual([]);
  expect(framed('<Group><TextInput\n label="a"\n dir="auto" /><p dir="auto" /></Group>')).toHaveLength(1);
  expect(framed('<TextInput dir="ltr" /><bdi dir="auto">x</bdi>')).toEqual([]);
});
