// The one error of the import and the codes that a row or a file can be refused with, so that wording lives elsewhere.

/** Why a whole file (or the order for it) is refused. */
export const FILE_PROBLEMS = [
  'wrong_type',
  'shp_without_zip',
  'empty_file',
  'empty_zip',
  'zip_path',
  'zip_bomb',
  'zip_encrypted',
  'zip_nested',
  'no_shp',
  'no_datasets',
  'unknown_dataset',
  'unknown_crs',
  'wrong_crs',
  'no_place',
  'unknown_encoding',
  'broken_file',
  'xml_doctype',
  'too_large',
  'rasterBig',
  'rasterKind',
  'rasterPacking',
  'rasterCmyk',
  'rasterSeveral',
  'too_many_columns',
  'timeout',
  'cancelled',
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

/** Why one row is not imported while the others are. */
export const ROW_PROBLEMS = [
  'bad_row',
  'bad_coordinate',
  'empty_geometry',
  'bad_geometry',
  'wrong_kind',
  'out_of_range',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** What a person should know before importing. */
export const WARNINGS = [
  'no_prj',
  'no_crs',
  'unknown_crs',
  'crs_assumed',
  'no_dbf',
  'encoding_guessed',
  'encoding_mismatch',
  'no_header',
  'network_link',
  'overlays',
  'broken_datasets',
  'no_place',
  'rotated',
] as const;
export type Warning = (typeof WARNINGS)[number];

/** A file that cannot be imported. `message` is for logs; people read the wording of `code`. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
  readonly code: FileProblem;
  constructor(code: FileProblem, message: string = code, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Throws 'cancelled' once the person (or the shutdown) has called the work off. */
export function stopIfCancelled(signal: AbortSignal | undefined) {
  if (signal?.aborted) throw new ImportProblem('cancelled');
}

/**
 * Any error as an ImportProblem: 'cancelled' whatever broke after the work was called off, ours as they are, and others (a
 * truncated stream, a refused record) as `code`.
 */
export function toImportProblem(code: FileProblem, signal: AbortSignal | undefined, error: unknown): ImportProblem {
  if (error instanceof ImportProblem && (error.code === 'cancelled' || !signal?.aborted)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ImportProblem(signal?.aborted ? 'cancelled' : code, message, error);
}
