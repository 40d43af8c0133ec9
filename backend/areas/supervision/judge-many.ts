// A verdict on many records at once: all of them or none, or those that may be judged with a list of the others.
import type { z } from 'zod';
import type { JudgedBulk, Verdict } from '../../../contract/schemas/supervision';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { Refusal, say } from '../../http/errors';
import type { LayerRow } from '../layers/store';
import { lockRecords, type TouchTiles } from '../records/access';
import { locate } from '../records/batch';
import * as records from '../records/store';
import { titleOf } from '../records/values/title';
import { type JudgeOptions, judgeAll } from './judge';

type Judged = z.infer<typeof JudgedBulk> & { keys: string[] };

/** Records to judge, and by id the versions that the reviewer has looked at, as far as they are known. */
export interface Selection {
  ids: readonly number[];
  versions: ReadonlyMap<number, number>;
}

async function judgeLocked(
  ctx: Ctx,
  db: Db,
  { ids: all, versions }: Selection,
  verdict: z.infer<typeof Verdict>,
  touch: TouchTiles,
  onRefused?: (layer: LayerRow, row: records.RecordRow, why: Refusal) => void,
): Promise<Judged> {
  const result: Judged = { count: 0, keys: [] };
  const check = ({ id, version }: records.RecordRow) => {
    if ((versions.get(id) ?? version) !== version) throw new Refusal(412, 'changedSince');
  };
  for (const { layer, ids } of await lockRecords(ctx, db, all, 'approve')) {
    const rows = await records.findByIds(db, layer.id, ids);
    const options: JudgeOptions = onRefused
      ? { check, onRefused: (row, why) => onRefused(layer, row, why) }
      : { check };
    const { count, keys } = await judgeAll(ctx, db, layer, rows, verdict, touch, options);
    result.count += count;
    result.keys.push(...keys);
  }
  return result;
}

/** All or none. */
export const judgeEach = (ctx: Ctx, db: Db, many: Selection, verdict: z.infer<typeof Verdict>, touch: TouchTiles) =>
  judgeLocked(ctx, db, many, verdict, touch);

/** Those that may be judged; the others stay as they are, and it is told why. */
export async function judgeSome(
  ctx: Ctx,
  db: Db,
  { ids, versions }: Selection,
  verdict: z.infer<typeof Verdict>,
  touch: TouchTiles,
): Promise<Judged> {
  const distinctIds = [...new Set(ids)];
  const there = new Set([...(await locate(db, distinctIds, ctx.caller)).values()].flat());
  const refused: NonNullable<Judged['refused']> = distinctIds
    .filter((id) => !there.has(id))
    .map((id) => ({ id, title: String(id), why: say(ctx.lang, 'notFound') }));
  const result = await judgeLocked(ctx, db, { ids: [...there], versions }, verdict, touch, (layer, row, why) =>
    refused.push({ id: row.id, title: titleOf(layer, row), why: say(ctx.lang, why.wording, why.more.params) }),
  );
  return { ...result, refused };
}
