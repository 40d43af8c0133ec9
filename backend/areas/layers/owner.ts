// Who owns a layer: given on by whoever manages it.
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { Refusal } from '../../http/errors';
import { checkAct } from './access';
import { layerToChange } from './changes';

/** An account of the caller's organisation that can sign in. */
const findOwner = (db: Db, { caller }: Ctx, id: number) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('customer_id', '=', caller.customer)
    .where('locked', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export async function setOwner(ctx: Ctx, id: number | string, owner: number): Promise<Record<string, never>> {
  await ctx.engine.db.transaction().execute(async (tx) => {
    const { row, rights } = await layerToChange(ctx, id, tx);
    checkAct('owner', rights);
    if (!(await findOwner(tx, ctx, owner))) throw new Refusal(400, 'layerOwner', { fields: { owner: 'layerOwner' } });
    await tx
      .updateTable('layer')
      .set((e) => ({ owner_id: owner, rev: e('rev', '+', 1), modifier_id: ctx.caller.id, modified: ctx.now() }))
      .where('id', '=', row.id)
      .execute();
  });
  return {};
}
