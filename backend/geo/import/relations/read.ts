// Relations of a GeoPackage by the OGC Related Tables Extension: between which tables, what of ours comes back, and the pairs of rows.
import { FILE_RELATION, RelationDefinition } from '../../../../contract/schemas/layers/file-relation';
import { type Gdal, openGdal } from '../gdal';
import { gdalRows } from '../gdal-rows';
import { ImportProblem } from '../problems';
import type { OpenedRelation } from '../types';

/** Relations that are read of a file, and characters of what a file says of one. */
const MAX_RELATIONS = 100;
const MAX_METADATA = 20_000;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const RELATIONS = `SELECT base_table_name AS base, related_table_name AS related, mapping_table_name AS mapping FROM gpkgext_relations ORDER BY id LIMIT ${MAX_RELATIONS}`;
const DEFINITIONS = `SELECT r.table_name AS name, m.metadata AS metadata FROM gpkg_metadata_reference r JOIN gpkg_metadata m ON m.id = r.md_file_id
  WHERE m.md_standard_uri = '${FILE_RELATION}' AND length(m.metadata) < ${MAX_METADATA} LIMIT ${MAX_RELATIONS}`;

/** What the file says of our own relations, by their tables of pairs. */
async function definitions(gdal: Gdal, path: string): Promise<Map<string, RelationDefinition>> {
  const rows = await rowsOf(gdal, path, DEFINITIONS);
  return new Map(
    rows.flatMap(({ name, metadata }) => {
      const definition = RelationDefinition.safeParse(parsed(metadata));
      return name && definition.success ? [[name, definition.data] as const] : [];
    }),
  );
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

async function* pairs(path: string, folder: string, mapping: string, signal?: AbortSignal) {
  const gdal = openGdal(folder, signal);
  const statement = `SELECT base_id, related_id FROM ${quoted(mapping)}`;
  try {
    for await (const { cells } of gdalRows(gdal, path, ['-sql', statement], null)) {
      const pair = [Number(cells.base_id ?? Number.NaN), Number(cells.related_id ?? Number.NaN)] as const;
      if (pair.every(Number.isSafeInteger)) yield pair;
    }
  } finally {
    await gdal.close();
  }
}

/** The rows of a statement, none where the file has not the tables for it. */
async function rowsOf(gdal: Gdal, path: string, statement: string): Promise<Record<string, string | null>[]> {
  const rows: Record<string, string | null>[] = [];
  try {
    for await (const { cells } of gdalRows(gdal, path, ['-sql', statement], null)) rows.push(cells);
  } catch (error) {
    if (!(error instanceof ImportProblem) || error.code !== 'broken_file') throw error;
  }
  return rows;
}

/**
 * The tables of pairs that a file names, and its relations between layers. Asked for only where GDAL lists any; it keeps one of several
 * between the same two tables, so all are read from where they stand.
 */
export async function relationsIn(gdal: Gdal, info: unknown, path: string, folder: string, signal?: AbortSignal) {
  const { relationships = {} } = info as { relationships?: Record<string, { mapping_table_name?: string }> };
  if (!Object.values(relationships).some(({ mapping_table_name }) => mapping_table_name))
    return { mappings: [], relations: [] };
  const rows = await rowsOf(gdal, path, RELATIONS);
  const own = await definitions(gdal, path);
  const relations = rows.flatMap(({ base, related, mapping }): OpenedRelation[] => {
    if (!base || !related || !mapping) return [];
    const definition = own.get(mapping) ?? null;
    const name = definition?.name ?? mapping;
    return [{ name, base, related, definition, pairs: () => pairs(path, folder, mapping, signal) }];
  });
  return { mappings: rows.map(({ mapping }) => mapping), relations };
}
