// A person's own drawings.
import { type Drawing, type DrawingEdit, MAX_DRAWINGS, type NewDrawing } from '../../../contract/schemas/drawing';
import type { Ctx } from '../../http/context';
import { invalid, notFound, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { holdAccount } from '../../identity/hold';
import { readDrawings } from './incoming';
import { wrong } from './rules';
import { shape } from './shapes';
import * as store from './store';

function clean(drawing: NewDrawing) {
  const { geometry, type, label = '', style = {} } = drawing;
  const radius = drawing.radius ?? null;
  const key = wrong(type, geometry, radius);
  if (key) throw invalid(key);
  return { geometry, type, label, style, radius };
}

/** What becomes of a drawing by a change: checked as a new one is, and refused where another version was changed. */
function applyEdit(current: Drawing, { version, ...change }: DrawingEdit) {
  if (version !== undefined && version !== current.version)
    throw new Refusal(412, 'staleDrawing', { extra: { current: current } });
  const { radius, id: _, ...rest } = { ...current, ...change };
  return clean({ ...rest, ...(radius === null ? {} : { radius }) });
}

const insertDrawings = (
  { engine, caller }: Ctx,
  list: readonly Omit<Drawing, 'id' | 'version'>[],
): Promise<Drawing[]> =>
  engine.db.transaction().execute(async (tx) => {
    await holdAccount(tx, caller.id);
    if ((await store.count(tx, caller.id)) + list.length > MAX_DRAWINGS)
      throw ruled('tooManyDrawings', { params: { max: MAX_DRAWINGS } });
    return store.insert(tx, caller.id, list);
  });

export const drawingHandlers: Handlers['drawings'] = {
  list: ({ engine, caller }) => store.list(engine.db, caller.id),

  async create(ctx, { body }) {
    const newDrawings = await insertDrawings(ctx, (Array.isArray(body) ? body : [body]).map(clean));
    return Array.isArray(body) ? newDrawings : (newDrawings[0] as (typeof newDrawings)[number]);
  },

  async import(ctx, { query }) {
    const { drawings, rejects, rejected } = await readDrawings(ctx, query);
    return { drawings: await insertDrawings(ctx, drawings), rejects, rejected };
  },

  shape: ({ engine }, { body }) => engine.db.transaction().execute((tx) => shape(tx, body)),

  edit: ({ engine, caller }, { params, body }) =>
    engine.db.transaction().execute(async (tx) => {
      const id = rowId(params.id);
      const current = await store.one(tx, caller.id, id, true);
      if (!current) throw notFound();
      const updated = await store.update(tx, caller.id, id, applyEdit(current, body));
      if (!updated) throw new Error('the drawing was not written');
      return updated;
    }),

  /** All or none: an id that is not the caller's own refuses the whole. */
  editMany: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      const currentById = new Map(
        (
          await store.some(
            tx,
            caller.id,
            body.map(({ id }) => id),
          )
        ).map((d) => [d.id, d]),
      );
      const changes = body.map(({ id, ...change }) => {
        const before = currentById.get(id);
        if (!before) throw notFound();
        return { id, ...applyEdit(before, change) };
      });
      return store.updateMany(tx, caller.id, changes);
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
