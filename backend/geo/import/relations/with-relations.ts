// The relations of a file, for as long as they are worked with.
import { formatOf } from '../formats';
import { inFolder, type Options } from '../index';
import { ImportProblem } from '../problems';
import type { OpenedRelation } from '../types';

/** Works with the relations of a file, which are gone with what they read when the work ends. */
export async function withRelations<T>(
  path: string,
  fileName: string,
  options: Options,
  use: (relations: readonly OpenedRelation[]) => Promise<T>,
): Promise<T> {
  const work = async function* (scratch: string) {
    const format = await formatOf(path, fileName);
    yield await use((await format.open({ path, fileName, scratch, signal: options.signal })).relations ?? []);
  };
  for await (const result of inFolder(options, work)) return result;
  throw new ImportProblem('broken_file');
}
