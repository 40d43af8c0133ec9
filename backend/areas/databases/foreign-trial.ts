// A connection tried step by step: what it fails at is told in our words.
import type { ConnectionTrial } from '../../../contract/schemas/database';
import { type Lang, Refusal, say } from '../../http/errors';
import { reading, type Target } from './foreign';
import { tables } from './foreign-tables';

const TRIAL_MS = 10_000;
const TRIAL_BYTES = 1024 ** 2;

type Step = NonNullable<ConnectionTrial['failed']>['step'];
const STEPS: Partial<Record<string, Step>> = { dbSignIn: 'sign_in', dbDatabase: 'database' };

async function hasPostgis(target: Target): Promise<boolean> {
  const answers = reading(target, { ms: TRIAL_MS, bytes: TRIAL_BYTES }, async function* (client) {
    yield (await client.query("select 1 from pg_extension where extname = 'postgis'")).rowCount === 1;
  });
  for await (const answer of answers) return answer;
  return false;
}

/** `reach` gives the target, or refuses its address. */
export async function tryConnection(lang: Lang, reach: () => Promise<Target>): Promise<ConnectionTrial> {
  const begin = Date.now();
  const end = (failed: ConnectionTrial['failed'], count: number | null): ConnectionTrial => ({
    failed,
    tables: count,
    ms: Date.now() - begin,
  });
  try {
    const target = await reach();
    const isSpatial = await hasPostgis(target);
    const { length } = await tables(target);
    // Tables without places can be read all the same.
    return end(isSpatial ? null : { step: 'postgis', detail: say(lang, 'dbNoPostgis') }, length);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return end({ step: STEPS[error.wording] ?? 'address', detail: say(lang, error.wording, error.more.params) }, null);
  }
}
