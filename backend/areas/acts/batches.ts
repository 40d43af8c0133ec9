// An act goes through its records in batches, each a commit; a record that refuses stays and is told, the others of its batch go on.
import { ImportProblem } from '../../geo/import';
import { isWording, Refusal } from '../../http/errors';
import type { Run } from '../jobs/attempt';
import { refuse } from '../jobs/store';

/** Records of one commit: others get their turn between two of them. */
export const BATCH = { server: 2500, embedded: 1000 };

/** The code of a refusal that one record may cause; what else goes wrong is none. */
export function codeOfRefusal(error: unknown): string | null {
  if (!(error instanceof Refusal) || !isWording(error.wording)) return null;
  // Its sentence has the relation's name in it.
  if (error.wording.startsWith('related')) return 'actRelated';
  const [field] = Object.entries(error.more.fields ?? {});
  return field && typeof field[1] === 'string' ? `${field[0]}: ${field[1]}` : error.wording;
}

interface Steps {
  /** Does the act to these records in one commit. Throws what refuses it. */
  write(ids: readonly number[]): Promise<void>;
  /** Writes down that one record refuses. */
  leave(id: number, code: string): Promise<void>;
}

/** Halves what refuses until only the records are left that do. */
export async function writeOrLeave(run: Run, ids: readonly number[], steps: Steps): Promise<void> {
  if (run.signal.aborted) throw new ImportProblem('cancelled');
  try {
    await steps.write(ids);
  } catch (error) {
    const code = codeOfRefusal(error);
    if (code === null) throw error;
    const [only, second] = ids;
    if (only !== undefined && second === undefined) {
      refuse(run.tally, only, code);
      await steps.leave(only, code);
      return;
    }
    const middle = Math.ceil(ids.length / 2);
    await writeOrLeave(run, ids.slice(0, middle), steps);
    await writeOrLeave(run, ids.slice(middle), steps);
  }
}
