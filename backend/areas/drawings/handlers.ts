// A person's own drawings.
import { MAX_DRAWINGS, type NewDrawing } from '../../../contract/schemas/drawing';
import { invalid, notFound, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { wrong } from './rules';
import * as store from './store';

function clean(given: NewDrawing) {
  const { geometry, type, label = '', style = {} } = given;
  const radius = given.radius ?? null;
  const key = wrong(type, geometry, radius);
  if (key) throw invalid(key);
  return { geometry, type, label, style, radius };
}

export const drawingHandlers: Handlers['drawings'] = {
  list: ({ engine, caller }) => store.list(engine.db, caller.id),

  async create({ engine, caller }, { body }) {
    const list = (Array.isArray(body) ? body : [body]).map(clean);
    const made = await engine.db.transaction().execute(async (tx) => {
      await store.hold(tx, caller.id);
      if ((await store.count(tx, caller.id)) + list.length > MAX_DRAWINGS)
        throw ruled('tooManyDrawings', { params: { max: MAX_DRAWINGS } });
      return store.insert(tx, caller.id, list);
    });
    return Array.isArray(body) ? made : (made[0] as (typeof made)[number]);
  },

  edit: ({ engine, caller }, { params, body }) =>
    engine.db.transaction().execute(async (tx) => {
      const id = rowId(params.id);
      const known = await store.one(tx, caller.id, id, true);
      if (!known) throw notFound();
      const { radius, ...rest } = { ...known, ...body };
      const made = await store.update(tx, caller.id, id, clean({ ...rest, ...(radius === null ? {} : { radius }) }));
      if (!made) throw new Error('the drawing was not written');
      return made;
    }),

  async remove({ engine, caller }, { params }) {
    if ((await store.remove(engine.db, caller.id, [rowId(params.id)])) === 0) throw notFound();
    return {};
  },

  /** All or none: an id that is not the caller's own refuses the whole. */
  removeMany: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      const ids = [...new Set(body.ids)];
      for (const id of ids) rowId(id);
      if ((await store.remove(tx, caller.id, ids)) !== ids.length) throw notFound();
      return {};
    }),

  async removeAll({ engine, caller }) {
    await store.remove(engine.db, caller.id, null);
    return {};
  },
};
