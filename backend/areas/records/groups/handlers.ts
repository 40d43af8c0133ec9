// The call that counts records by the values of a field.
import { Refusal } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { layerFor } from '../../layers/access';
import { recordsOf } from '../filter';
import { checkGrouping, groupRecords } from './group-records';

export const groupingHandlers: Pick<Handlers['layerRecords'], 'groups'> = {
  async groups(ctx, { params, body }) {
    const { row } = await layerFor(ctx, params.layer);
    if (row.type > 3) throw new Refusal(400, 'noRecords');
    const { query, ...grouping } = body;
    checkGrouping(row.config.form, grouping);
    const { where } = await recordsOf(ctx, row, query);
    return groupRecords(ctx.engine, row, where, grouping, ctx.lang);
  },
};
