// Relations inside a GeoPackage by the OGC Related Tables Extension (18-000): for each a table of pairs, which other programs read.
import sqlite from 'node-sqlite3-wasm';
import { FILE_RELATION, type RelationDefinition } from '../../../contract/schemas/layers/file-relation';
import { distinctNames } from '../distinct-names';
import { stopIfCancelled } from '../import/problems';
import type { OutLayer } from './index';

/** A relation between two layers of a file; `base` and `related` are their places among the layers. */
export interface OutLink {
  base: number;
  related: number;
  /** What no other program needs, so that it comes back as it was. */
  definition: RelationDefinition;
  /** Ids of records that belong together, those of `base` first. */
  pairs: () => AsyncIterable<readonly [number, number]>;
}

export interface TableNames {
  layers: string[];
  mappings: string[];
  /** The column with the ids of records. */
  fid: string;
  /** Whether the layer at a place has shapes. */
  isSpatial: boolean[];
}

/** Pairs that are written before others get their turn. */
const BATCH = 2000;
const EXTENSION = 'http://www.geopackage.org/18-000.html';
const METADATA = 'http://www.geopackage.org/spec120/#extension_metadata';

/** Names of the tables of a file, all different from each other, and of a column that no layer has. */
export function tableNames(layers: readonly OutLayer[], links: readonly OutLink[]): TableNames {
  const own = layers.map(({ name }) => name);
  const all = distinctNames(
    [...own, ...links.map(({ base, related }) => `${own[base]}_${own[related]}`)],
    Number.POSITIVE_INFINITY,
    true,
  );
  const columns = new Set(layers.flatMap(({ fields }) => fields.map(({ name }) => name.toLowerCase())));
  let fid = 'fid';
  for (let n = 2; columns.has(fid); n++) fid = `fid_${n}`;
  return {
    layers: all.slice(0, layers.length),
    mappings: all.slice(layers.length),
    fid,
    isSpatial: layers.map(({ type }) => type > 0),
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The tables that the extensions for relations and metadata ask for, as their standards write them. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
    scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
  CREATE TABLE gpkgext_relations (id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL,
    base_primary_column TEXT NOT NULL DEFAULT 'id', related_table_name TEXT NOT NULL, related_primary_column TEXT NOT NULL DEFAULT 'id',
    relation_name TEXT NOT NULL, mapping_table_name TEXT NOT NULL UNIQUE);
  CREATE TABLE gpkg_metadata (id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset',
    md_standard_uri TEXT NOT NULL, mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT '');
  CREATE TABLE gpkg_metadata_reference (reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER,
    timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
    CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
    CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id));`;

const extend = (database: sqlite.Database, table: string, name: string, definition: string) =>
  database.run('INSERT INTO gpkg_extensions VALUES (?, NULL, ?, ?, ?)', [table, name, definition, 'read-write']);

/** Writes the pairs a batch at a time, and leaves out those of records that came or went while the tables were written. */
async function writePairs(
  database: sqlite.Database,
  names: TableNames,
  { base, related, pairs }: OutLink,
  mapping: string,
  signal?: AbortSignal,
): Promise<void> {
  const t = quoted(mapping);
  database.exec(
    `CREATE TABLE ${t} (id INTEGER PRIMARY KEY AUTOINCREMENT, base_id INTEGER NOT NULL, related_id INTEGER NOT NULL)`,
  );
  const insert = database.prepare(`INSERT INTO ${t} (base_id, related_id) VALUES (?, ?)`);
  let count = 0;
  try {
    for await (const [one, other] of pairs()) {
      insert.run([one, other]);
      if (++count % BATCH !== 0) continue;
      stopIfCancelled(signal);
      await new Promise(setImmediate);
    }
  } finally {
    insert.finalize();
  }
  const fid = quoted(names.fid);
  for (const [column, at] of [
    ['base_id', base],
    ['related_id', related],
  ] as const)
    database.exec(`DELETE FROM ${t} WHERE ${column} NOT IN (SELECT ${fid} FROM ${quoted(names.layers[at] as string)})`);
}

/** Adds the relations to a GeoPackage of ours that holds the layers. */
export async function writeLinks(
  path: string,
  names: TableNames,
  links: readonly OutLink[],
  signal?: AbortSignal,
): Promise<void> {
  if (links.length === 0) return;
  const database = new sqlite.Database(path, { fileMustExist: true });
  try {
    database.exec('BEGIN');
    database.exec(TABLES);
    extend(database, 'gpkgext_relations', 'gpkg_related_tables', EXTENSION);
    for (const table of ['gpkg_metadata', 'gpkg_metadata_reference'])
      extend(database, table, 'gpkg_metadata', METADATA);
    for (const [i, link] of links.entries()) {
      const mapping = names.mappings[i] as string;
      await writePairs(database, names, link, mapping, signal);
      extend(database, mapping, 'gpkg_related_tables', EXTENSION);
      const [base, related] = [names.layers[link.base] as string, names.layers[link.related] as string];
      const kind = names.isSpatial[link.related] ? 'features' : 'attributes';
      database.run(
        'INSERT INTO gpkgext_relations (base_table_name, base_primary_column, related_table_name, related_primary_column, relation_name, mapping_table_name) VALUES (?, ?, ?, ?, ?, ?)',
        [base, names.fid, related, names.fid, kind, mapping],
      );
      database.run(
        'INSERT INTO gpkg_metadata (id, md_scope, md_standard_uri, mime_type, metadata) VALUES (?, ?, ?, ?, ?)',
        [i + 1, 'dataset', FILE_RELATION, 'application/json', JSON.stringify(link.definition)],
      );
      database.run(
        "INSERT INTO gpkg_metadata_reference (reference_scope, table_name, md_file_id) VALUES ('table', ?, ?)",
        [mapping, i + 1],
      );
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
