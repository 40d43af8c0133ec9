// People as those see them who manage them.
import { hash } from '@node-rs/argon2';
import { WORKDAYS } from '../../../contract/catalogue';
import type { Input } from '../../../contract/define';
import type { api } from '../../../contract/index';
import type { User } from '../../../contract/schemas/session';
import type { Ctx } from '../../http/context';
import { notFound, Refusal, ruled, say } from '../../http/errors';
import { listed } from '../../http/list';
import { type Handlers, withCheck } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import type { Callers } from '../../identity/caller';
import * as people from '../../identity/people';
import { revokeSessions } from '../../identity/sessions';
import { editBulk } from './bulk';
import { endSession, findFreeNames, listSessions, resetTwoFactor, sumGrants } from './care';
import { getEffective, listEffectiveLayers } from './effective';
import { importPeople } from './import/handler';
import * as search from './search';
import * as store from './store';
import { checkAbove, checkNotLast, checkPerson, type Fields, grantAll, lockTarget, updateUser } from './update-user';
import { withPermissions } from './user-permissions';
import { dropPicture, getUser, readUserPicture, toUsers, withPicture } from './user-view';

/** SQLSTATE of a broken unique index: two have taken the same name at once, or one has taken another's. */
const UNIQUE = '23505';

async function refuseTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE) throw error;
    throw new Refusal(400, 'usernameTaken', { fields: { username: 'usernameTaken' } });
  }
}

/** The same of a person who is there. */
async function checkChange(ctx: Ctx, fields: Partial<Fields>, params: Record<string, string>) {
  const id = rowId(params.id ?? '');
  const person = await store.find(ctx.engine.db, ctx.caller.customer, id);
  if (!person) throw notFound();
  // The own one needs the old one.
  if (fields.password !== undefined && id === ctx.caller.id) throw ruled('ownPassword');
  return checkPerson(ctx, fields, {}, person);
}

/** A person as those see them who manage them, or 404. */
async function getManaged(ctx: Ctx, id: number): Promise<User> {
  const [user] = await withPermissions(ctx, [await getUser(ctx, ctx.caller.customer, id)]);
  return { ...(user as User), layer_count: await search.countLayers(ctx.engine.db, ctx.caller.customer, id) };
}

async function readPicture(ctx: Ctx, id: number) {
  const row = await store.find(ctx.engine.db, ctx.caller.customer, id);
  if (!row) throw notFound();
  return readUserPicture(ctx, row.image);
}

const readManaged = (ctx: Ctx, id: number) => withVersion(ctx, ['account', id], () => getManaged(ctx, id));

/** Adds a person with what the body grants; returns their id. */
async function createPerson(ctx: Ctx, body: Input<typeof api.users.create>['body']): Promise<number> {
  const { engine, caller, now } = ctx;
  const {
    groups,
    regions,
    workdays = [],
    password,
    image,
    must_change_password: must_change = false,
    ...fields
  } = body;
  const password_hash = await hash(password);
  let id = 0;
  await withPicture(ctx, image, (key) =>
    refuseTakenName(() =>
      engine.db.transaction().execute(async (tx) => {
        id = await store.insert(tx, {
          first_name: '',
          last_name: '',
          email: '',
          phone: '',
          ...fields,
          workdays,
          must_change,
          password_hash,
          customer_id: caller.customer,
          created: now(),
          image: key ?? null,
        });
        await grantAll(tx, caller, id, null, { groups, regions, workdays });
        return null;
      }),
    ),
  );
  return id;
}

/** Removes a person below the caller, with their sessions; returns the key of their picture. */
async function removePerson(ctx: Ctx, personId: string | number) {
  const { engine, caller, now } = ctx;
  const removal = engine.db.transaction().execute(async (tx) => {
    const row = await lockTarget(tx, caller, personId, 'delete');
    await checkVersion(ctx, tx, ['account', row.id]);
    await checkAbove(tx, caller, row);
    await checkNotLast(tx, row);
    await store.remove(tx, row, now());
    await revokeSessions(tx, row.id, now());
    return row.image;
  });
  return orCurrent(removal, () => getManaged(ctx, rowId(personId)));
}

export function userHandlers(callers: Callers): Handlers['users'] {
  /** Changed rights count at once in this process. */
  const forgetting = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    callers.forget();
    return done;
  };

  const setLock = (ctx: Ctx, id: string | number, locked: boolean) =>
    forgetting(
      ctx.engine.db.transaction().execute(async (tx) => {
        const row = await lockTarget(tx, ctx.caller, id, locked ? 'lock' : 'unlock');
        if (locked) await checkNotLast(tx, row);
        await store.update(tx, row, { locked });
        // The lock's end brings no old session back.
        if (locked) await revokeSessions(tx, row.id, ctx.now());
        return {};
      }),
    );

  return {
    async list(ctx, { query }) {
      const { engine, caller } = ctx;
      return listed(ctx, query, {
        rows: async (end) =>
          withPermissions(ctx, await toUsers(ctx, await search.list(engine.db, caller.customer, query, end))),
        count: () => search.count(engine.db, caller.customer, query),
        orders: search.orders(engine),
        first: 'id',
      });
    },

    effective: (ctx, { params }) => getEffective(ctx, rowId(params.id)),
    effectiveLayers: (ctx, { params, query }) => listEffectiveLayers(ctx, rowId(params.id), query),
    one: (ctx, { params }) => readManaged(ctx, rowId(params.id)),

    create: withCheck(checkPerson, async (ctx, { body }) => getManaged(ctx, await createPerson(ctx, body))),

    edit: withCheck(checkChange, async (ctx, { params, body }) => {
      const { engine } = ctx;
      const id = rowId(params.id);
      const hashed = body.password === undefined ? {} : { password_hash: await hash(body.password) };
      const write = (image?: string | null) =>
        refuseTakenName(() =>
          engine.db
            .transaction()
            .execute((tx) => updateUser(tx, ctx, params.id, body, image === undefined ? hashed : { ...hashed, image })),
        );
      await orCurrent(withPicture(ctx, body.image, write), () => getManaged(ctx, id));
      callers.forget();
      return readManaged(ctx, id);
    }),

    editBulk: (ctx, { body }) => forgetting(editBulk(ctx, body)),
    importPeople,
    username: (ctx, { query }) => findFreeNames(ctx, query.username),
    grants: (ctx, { query }) => sumGrants(ctx, query.groups),
    sessions: (ctx, { params, query }) => listSessions(ctx, rowId(params.id), query),
    endSession: (ctx, { params }) => forgetting(endSession(ctx, rowId(params.id), String(params.session))),
    resetTwoFactor: (ctx, { params }) => forgetting(resetTwoFactor(ctx, params.id)),
    async remove(ctx, { params }) {
      const image = await forgetting(removePerson(ctx, params.id));
      await dropPicture(ctx, image);
      return {};
    },

    lock: (ctx, { params }) => setLock(ctx, params.id, true),
    unlock: (ctx, { params }) => setLock(ctx, params.id, false),

    image: (ctx, { params }) => readPicture(ctx, rowId(params.id)),

    all: async ({ engine, caller }, { query }) =>
      (await people.namesQuery(engine, caller.customer, query).execute(engine.db)).rows,
    supervisors: async ({ engine, caller }, { query }) =>
      (await people.judgesQuery(engine, caller.customer, query).execute(engine.db)).rows,
    workdays: async ({ lang }) => WORKDAYS.map((id) => ({ id, name: say(lang, `workday${id}`) })),
  };
}
