// The texts of the map with those of its tools, whose files the app joins in lib/i18n.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lang } from '../lib/i18n/lang';
import type { AppMessages } from '../lib/i18n/messages';

const read = (...path: string[]) => JSON.parse(readFileSync(join('messages', ...path), 'utf8'));
const idOf = (file: string) => file.replace('.json', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export function mapTexts(lang: Lang): AppMessages['map'] {
  const map = read(lang, 'map.json');
  const tools = readdirSync(join('messages', lang, 'tools')).map((file) => [idOf(file), read(lang, 'tools', file)]);
  return { ...map, tools: { ...map.tools, ...Object.fromEntries(tools) } };
}
