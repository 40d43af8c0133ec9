// The kind that is a field type: its file, its line in FIELDS, and its row in every table over FieldType.
import { addMessages, camel, type Draft, isName, type Kind, titlesOf } from './draft';
import { addImport, addProperty, objectOf, tablesOfType } from './source-edits';

/** Sources that may hold a table over FieldType. */
const FOLDERS = ['backend', 'contract', 'lib', 'components', 'map', 'tools', 'features'];
/** The type whose rows a new one begins with. */
const LIKE = 'text';

/** Types of the tables: over the field types, and over what the form studio offers. */
const TABLE = /^Record<(FieldType|Kind),/;

/** Copies the row of `text` in every table of a source whose keys are the field types. */
function addRows(draft: Draft, file: string, type: string): void {
  if (!/Record<(FieldType|Kind),/.test(draft.read(file))) return;
  const tables = tablesOfType(file, draft.read(file), TABLE);
  for (const { name, rows } of tables)
    draft.edit(file, (text) => {
      const table = objectOf(file, text, name);
      const row = rows.get(LIKE);
      if (!table || row === undefined) throw new Error(`${name} in ${file} has no row for ${LIKE}.`);
      return addProperty(text, table, type, row);
    });
}

export const field: Kind = {
  usage: 'npm run new field <name> <Persian title> <English title>   (a field type that behaves as a text until it is told otherwise)', // biome-ignore format: one line
  write(draft, [name, ...words]) {
    if (!isName(name)) throw new Error(`Usage: ${field.usage}`);
    const titles = titlesOf(words);
    const type = name.replaceAll('-', '_');
    const file = 'contract/fields/index.ts';
    draft.create(
      `contract/fields/${name}.ts`,
      `// ${titles.en}.
import type { FieldSpec } from './spec';
import { text } from './text';

export const ${camel(name)}: FieldSpec = { ...text };
`,
    );
    draft.edit(file, (text) => {
      const table = objectOf(file, text, 'FIELDS');
      if (!table) throw new Error(`${file} has no FIELDS.`);
      return addImport(file, addProperty(text, table, type, camel(name)), `./${name}`, camel(name));
    });
    for (const folder of FOLDERS) for (const source of draft.list(folder)) addRows(draft, source, type);
    addMessages(draft, 'layer-builder', ['fields', 'types', type], titles);
    addMessages(draft, 'form-studio', ['kinds', type], titles);
  },
};
