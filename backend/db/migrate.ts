// Brings the schema to the newest state, or back.
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Engine } from './engine';
import * as core from './migrations/0001-core';
import * as records from './migrations/0002-records';
import * as jobs from './migrations/0003-jobs';
import * as maps from './migrations/0004-maps';
import * as exports from './migrations/0005-exports';
import * as people from './migrations/0007-people';
import * as work from './migrations/0008-work';
import * as codes from './migrations/0009-codes';
import * as plans from './migrations/0010-plans';
import * as activity from './migrations/0011-activity';
import * as journals from './migrations/0012-journals';
import * as noticeLinks from './migrations/0013-notice-links';
import * as once from './migrations/0014-once';
import * as jobStages from './migrations/0016-job-stages';
import * as signInPlaces from './migrations/0027-sign-in-places';
import * as layerRights from './migrations/0028-layer-rights';
import * as waitingFiles from './migrations/0029-waiting-files';
import * as noticeCodes from './migrations/from-0030/0031-notice-codes';
import * as peopleNames from './migrations/from-0030/0032-people';
import * as versions from './migrations/from-0030/0033-versions';
import * as fieldIndexes from './migrations/from-0030/0034-field-indexes';
import * as labelSearch from './migrations/from-0030/0035-label-search';
import * as codesAlike from './migrations/from-0030/0036-codes';
import * as choices from './migrations/from-0030/0037-choices';
import * as formVersions from './migrations/from-0030/0038-form-versions';
import * as choiceLists from './migrations/from-0030/0040-choice-lists';
import * as layerSync from './migrations/from-0030/0042-layer-sync';
import * as relations from './migrations/from-0030/0043-relations';
import * as appendUndo from './migrations/from-0030/0044-append-undo';
import * as groups from './migrations/from-0030/0045-groups';
import * as layerViews from './migrations/from-0030/0046-layer-views';
import * as actSteps from './migrations/from-0030/0048-act-steps';
import * as rewind from './migrations/from-0030/0050-rewind';
import * as regionTree from './migrations/from-0030/0051-region-tree';
import * as review from './migrations/from-0030/0052-review';
import * as projects from './migrations/from-0030/0053-projects';
import * as auditObjects from './migrations/from-0030/0057-audit-objects';
import * as sessionsOfPeople from './migrations/from-0058/0058-sessions-of-people';
import * as roleDefaults from './migrations/from-0058/0060-role-defaults';
import * as tracks from './migrations/from-0058/0062-tracks';
import * as seeAs from './migrations/from-0058/0064-see-as';
import * as journalDays from './migrations/from-0058/0065-journal-days';
import * as messageKeys from './migrations/from-0058/0068-message-keys';
import * as announcementDays from './migrations/from-0058/0069-announcement-days';
import * as boards from './migrations/from-0058/0070-boards';
import * as publish from './migrations/from-0058/0071-publish';
import * as events from './migrations/from-0058/0072-events';
import * as questions from './migrations/from-0058/0073-questions';
import * as keyNetworks from './migrations/from-0058/0075-key-networks';
import * as unpublished from './migrations/from-0058/0076-unpublished';
import * as personalKeys from './migrations/from-0058/0077-personal-keys';
import * as digests from './migrations/from-0058/0078-digests';
import * as announcementRoles from './migrations/from-0058/0081-announcement-roles';
import * as valueIndexes from './migrations/from-0058/0084-value-indexes';
import * as indexUse from './migrations/from-0058/0085-index-use';
import * as activityPlaces from './migrations/from-0058/0086-activity-places';
import * as scheduledNotices from './migrations/from-0088/0088-scheduled-notices';
import * as mutedChats from './migrations/from-0088/0089-muted-chats';
import * as usageDays from './migrations/from-0088/0090-usage-days';
import * as rooms from './migrations/from-0088/0091-rooms';
import * as messageIndexes from './migrations/from-0088/0092-message-indexes';
import * as tutorials from './migrations/from-0088/0095-tutorials';
import * as chatFiles from './migrations/from-0088/0096-chat-files';
import * as arrivalStorage from './migrations/from-0088/0097-arrival-storage';
import { inLimits, patiently, withMigrationLock } from './migrations/lock';

interface Step extends Migration {
  /** What shuts readers of a large table out: over at once, and committed before the rest reads all rows. It may run twice. */
  first?(db: Kysely<unknown>): Promise<unknown>;
}

const migrations: Record<string, Step> = {
  '0001-core': core,
  '0002-records': records,
  '0003-jobs': jobs,
  '0004-maps': maps,
  '0005-exports': exports,
  '0007-people': people,
  '0008-work': work,
  '0009-codes': codes,
  '0010-plans': plans,
  '0011-activity': activity,
  '0012-journals': journals,
  '0013-notice-links': noticeLinks,
  '0014-once': once,
  '0016-job-stages': jobStages,
  '0027-sign-in-places': signInPlaces,
  '0028-layer-rights': layerRights,
  '0029-waiting-files': waitingFiles,
  '0031-notice-codes': noticeCodes,
  '0032-people': peopleNames,
  '0033-versions': versions,
  '0034-field-indexes': fieldIndexes,
  '0035-label-search': labelSearch,
  '0036-codes': codesAlike,
  '0037-choices': choices,
  '0038-form-versions': formVersions,
  '0040-choice-lists': choiceLists,
  '0042-layer-sync': layerSync,
  '0043-relations': relations,
  '0044-append-undo': appendUndo,
  '0045-groups': groups,
  '0046-layer-views': layerViews,
  '0048-act-steps': actSteps,
  '0050-rewind': rewind,
  '0051-region-tree': regionTree,
  '0052-review': review,
  '0053-projects': projects,
  '0057-audit-objects': auditObjects,
  '0058-sessions-of-people': sessionsOfPeople,
  '0060-role-defaults': roleDefaults,
  '0062-tracks': tracks,
  '0064-see-as': seeAs,
  '0065-journal-days': journalDays,
  '0068-message-keys': messageKeys,
  '0069-announcement-days': announcementDays,
  '0070-boards': boards,
  '0071-publish': publish,
  '0072-events': events,
  '0073-questions': questions,
  '0075-key-networks': keyNetworks,
  '0076-unpublished': unpublished,
  '0077-personal-keys': personalKeys,
  '0078-digests': digests,
  '0081-announcement-roles': announcementRoles,
  '0084-value-indexes': valueIndexes,
  '0085-index-use': indexUse,
  '0086-activity-places': activityPlaces,
  '0088-scheduled-notices': scheduledNotices,
  '0089-muted-chats': mutedChats,
  '0090-usage-days': usageDays,
  '0091-rooms': rooms,
  '0092-message-indexes': messageIndexes,
  '0095-tutorials': tutorials,
  '0096-chat-files': chatFiles,
  '0097-arrival-storage': arrivalStorage,
};

/** Each migration with limits of its own in its transaction, in both directions. */
const limited = Object.fromEntries(
  Object.entries(migrations).map(([name, { up, down }]): [string, Migration] => [
    name,
    {
      up: (db) => inLimits(db).then(() => up(db)),
      ...(down ? { down: (db) => inLimits(db).then(() => down(db)) } : {}),
    },
  ]),
);

/** How many steps there are from nothing to the newest schema. */
export const MIGRATIONS = Object.keys(migrations).length;

const migrator = (engine: Engine) => new Migrator({ db: engine.db, provider: { getMigrations: async () => limited } });

/** The embedded engine has one program and one connection. */
const alone = <T>({ kind, db }: Engine, work: () => Promise<T>): Promise<T> =>
  kind === 'server' ? withMigrationLock(db, work) : work();

/**
 * What a database lacks, and what it has from a newer version of this program, by the names of the migrations. Changes nothing; a database
 * without any is told as one that lacks all.
 */
export async function compareMigrations({ db }: Pick<Engine, 'db'>): Promise<{ missing: string[]; unknown: string[] }> {
  const { rows: tables } = await sql`select 1 from pg_tables where tablename = 'kysely_migration'`.execute(db);
  const { rows } =
    tables.length > 0 ? await sql<{ name: string }>`select name from kysely_migration`.execute(db) : { rows: [] };
  const names = new Set(rows.map(({ name }) => name));
  return {
    missing: Object.keys(migrations).filter((name) => !names.has(name)),
    unknown: [...names].filter((name) => !(name in migrations)),
  };
}

/** One migration, in a transaction of its own: what it shuts is open again before the next. */
async function take(engine: Engine, name: string): Promise<void> {
  const { first } = migrations[name] as Step;
  const db = engine.db as unknown as Kysely<unknown>;
  if (first) await db.transaction().execute((tx) => inLimits(tx).then(() => first(tx)));
  const { error } = await migrator(engine).migrateTo(name);
  if (error) throw error;
}

/** Runs every migration that is missing, or those up to one by its name. Throws the first failure; what came before it stays. */
export async function migrateUp(engine: Engine, last?: string): Promise<void> {
  if (engine.kind === 'embedded') {
    // A real Persian order: heh and yeh at the end, as fa-x-icu has it; the engine ships no such collation.
    const there = await sql`select 1 from pg_collation where collname = ${engine.collation}`.execute(engine.db);
    if (there.rows.length === 0)
      await sql`create collation ${sql.id(engine.collation)} (provider = icu, locale = 'und', rules = ${sql.lit('&\u0648<\u0647<\u06cc')})`.execute(
        engine.db,
      );
  }
  await alone(engine, async () => {
    const { missing } = await compareMigrations(engine);
    for (const name of missing.filter((one) => last === undefined || one <= last))
      await patiently(engine.db, () => take(engine, name));
    // With nothing left to do it still refuses a schema that is newer than this program.
    const { error } = last === undefined ? await migrator(engine).migrateToLatest() : {};
    if (error) throw error;
  });
}

/** Takes the newest migration back. */
export async function migrateDown(engine: Engine): Promise<void> {
  await alone(engine, () =>
    patiently(engine.db, async () => {
      const { error } = await migrator(engine).migrateDown();
      if (error) throw error;
    }),
  );
}
