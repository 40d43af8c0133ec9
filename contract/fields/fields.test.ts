// A new field type is asked for everywhere: the compiler names each place that has no row for it.
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = resolve('.');
const TABLE = resolve('contract/fields/index.ts');
const NEW_TYPE = resolve('contract/fields/house-plate.ts');

/** Files of the project with an error when FIELDS has one type more, which exists in memory alone. */
function filesWithErrors(): string[] {
  const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }); // biome-ignore format: one line
  if (!config) throw new Error('no tsconfig.json');
  const options = { ...config.options, incremental: false, skipLibCheck: true };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (path) => path === NEW_TYPE || fileExists(path);
  host.readFile = (path) => {
    if (path === NEW_TYPE) return "import { text } from './text';\nexport const housePlate = { ...text };\n";
    const source = readFile(path);
    if (path !== TABLE) return source;
    return source?.replace('  note,\n}', '  note,\n  house_plate: housePlate,\n}').replace('import { text }', "import { housePlate } from './house-plate';\nimport { text }"); // biome-ignore format: one line
  };
  // Sources that speak of field types; what they import is read with them.
  const speaks = (path: string) => /\bFieldType\b|\bFIELD_TYPES\b|IMPORT_TYPES/.test(host.readFile(path) ?? '');
  const roots = config.fileNames.filter((path) => !/\.test\.tsx?$/.test(path) && speaks(path));
  const program = ts.createProgram([...roots, NEW_TYPE], options, host);
  const wrong = roots.filter((path) => {
    const source = program.getSourceFile(path);
    return source && program.getSemanticDiagnostics(source).length > 0;
  });
  return wrong.map((path) => path.slice(ROOT.length + 1)).sort();
}

it('makes the compiler name every table that lacks a row for a new type', () => {
  expect(filesWithErrors()).toEqual([
    'backend/areas/records/sql/compare.ts',
    'backend/geo/import/fields.ts',
    'contract/xlsform/write.ts',
    'features/form-studio/logic/palette.ts',
    'features/layer-builder/parts/fields-table.tsx',
    'features/records/logic/columns.ts',
    'features/records/logic/paste.ts',
    'features/records/parts/field-control.tsx',
    'features/records/parts/filter-input.tsx',
    'tools/parts/own-value.tsx',
  ]);
});
