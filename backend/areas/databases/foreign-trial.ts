// A connection tried step by step: what it fails at is told in our words.
import type { ConnectionTrial, TrialStep } from '../../../contract/schemas/database';
import { type Lang, Refusal, say, type Wording } from '../../http/errors';
import { reading, type Target } from './foreign';
import { tables } from './foreign-tables';

const TRIAL_MS = 10_000;
const TRIAL_BYTES = 1024 ** 2;

/** At which step a connection stands that was refused so; the address is what is tried before it. */
const STEPS: Partial<Record<string, TrialStep>> = { dbTls: 'tls', dbSignIn: 'sign_in', dbDatabase: 'database' };

async function hasPostgis(target: Target): Promise<boolean> {
  const answers = reading(target, { ms: TRIAL_MS, bytes: TRIAL_BYTES }, async function* (client) {
    yield (await client.query("select 1 from pg_extension where extname = 'postgis'")).rowCount === 1;
  });
  for await (const answer of answers) return answer;
  return false;
}

/** What came of a trial; `code` names the sentence of what failed. */
export interface Trial {
  failed: { step: TrialStep; code: Wording } | null;
  tables: number | null;
  ms: number;
}

/** `reach` gives the target, or refuses its address. */
export async function tryConnection(reach: () => Promise<Target>): Promise<Trial> {
  const begin = Date.now();
  let target: Target | null = null;
  const end = (failed: Trial['failed'], count: number | null): Trial => ({
    failed,
    tables: count,
    ms: Date.now() - begin,
  });
  try {
    target = await reach();
    const isSpatial = await hasPostgis(target);
    const { length } = await tables(target);
    // Tables without places can be read all the same.
    return end(isSpatial ? null : { step: 'postgis', code: 'dbNoPostgis' }, length);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return end({ step: target ? (STEPS[error.wording] ?? 'connect') : 'address', code: error.wording }, null);
  }
}

/** The trial as the wire shows it. */
export const toTrial = (lang: Lang, { failed, ...rest }: Trial): ConnectionTrial => ({
  ...rest,
  failed: failed && { step: failed.step, detail: say(lang, failed.code) },
});
