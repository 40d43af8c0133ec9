// Bytes in the store that no row names any more.
import type { Ctx } from './context';

/** Forgets them after the rows are gone. A store that fails leaves files that nobody finds, and is logged. */
export async function dropBytes(ctx: Ctx, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await ctx.storage.delete(key).catch((error: unknown) => ctx.request.log.error(error, 'a file stays behind'));
}
