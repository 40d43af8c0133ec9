// Brings an installation from one kind of database to another and back, files as well where they change their place.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config';
import { lockFolder } from '../folder-lock';
import { engineIn, privateHome } from '../private/choice.mjs';
import { endServer } from '../private/cluster';
import { type MoveEnd, openEmbeddedEnd, openPrivateEnd, openServerEnd } from './move-ends';
import { moveFiles } from './move-files';
import { copyRows, type MoveProgress, type RowsResult } from './move-rows';

type Kind = Config['engine'];
type Settings = Pick<Config, 'engine' | 'databaseUrl' | 'dataDir' | 'template' | 's3'>;

export interface MoveResult extends RowsResult {
  /** Files that are in their new place, each compared. */
  files: number;
}

/** Where the data are that shall be moved. Throws an Error that says what to do. */
function sourceOf({ engine, dataDir }: Settings, target: Kind): Kind {
  if (target === 'server' && engine !== 'server') throw new Error('set DATABASE_URL to the database of the server');
  const source = target === 'server' ? engineIn(dataDir) : engine === 'server' ? engine : engineIn(dataDir);
  if (source === null) throw new Error(`there is no database in ${dataDir}`);
  if (source === target) throw new Error(`the data in ${dataDir} are there already`);
  const folder = target === 'embedded' ? join(dataDir, 'db') : target === 'private' && source === 'server' ? privateHome(dataDir) : null; // biome-ignore format: one line
  if (folder && existsSync(folder)) throw new Error(`${folder} exists already: take it away, or name another DATA_DIR`);
  return source;
}

/** Puts a folder aside, under a name that says when. */
async function setAside(folder: string): Promise<void> {
  if (existsSync(folder)) await rename(folder, `${folder}-until-${new Date().toISOString().replaceAll(':', '')}`);
}

/** Takes away what a move has left that was ended. */
async function clear(dataDir: string): Promise<void> {
  const cluster = partOf(dataDir, 'private');
  if (existsSync(cluster)) await endServer(cluster);
  for (const part of [cluster, partOf(dataDir, 'embedded')]) await rm(part, { recursive: true, force: true });
}
/** Where a database of ours is made, until it is whole. */
const partOf = (dataDir: string, kind: 'embedded' | 'private') =>
  join(dataDir, kind === 'embedded' ? 'move' : 'moving');

/** The last step of a move, by renaming alone: the folder `db` decides which database of ours is used. */
async function putInPlace(dataDir: string, source: Kind, target: Kind): Promise<void> {
  if (target === 'embedded') await rename(join(partOf(dataDir, target), 'db'), join(dataDir, 'db'));
  if (target !== 'private') return;
  await setAside(privateHome(dataDir));
  await rename(partOf(dataDir, target), privateHome(dataDir));
  if (source === 'embedded') await setAside(join(dataDir, 'db'));
}

/**
 * Moves all rows between the databases of DATA_DIR and the empty one behind DATABASE_URL; `target` says which of them gets them. The
 * source stays as it is, and the target is there whole or not at all: it may be ended at any moment and begun again. Keys stay in
 * DATA_DIR; files too, or go between it and the store that the settings name. Throws DATA_IN_USE while the product runs, and an Error
 * that says what to do.
 */
export async function move(settings: Settings, target: Kind, progress: MoveProgress = () => {}): Promise<MoveResult> {
  const source = sourceOf(settings, target);
  const { databaseUrl, dataDir, template } = settings;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataDir);
  const open = (kind: Kind, isTarget: boolean): Promise<MoveEnd> => {
    if (kind === 'server') return openServerEnd(databaseUrl as string);
    if (kind === 'private') return openPrivateEnd(isTarget ? partOf(dataDir, kind) : privateHome(dataDir));
    return openEmbeddedEnd(join(isTarget ? partOf(dataDir, kind) : dataDir, 'db'), isTarget ? template : null);
  };
  try {
    await clear(dataDir);
    const files = await moveFiles(settings, target === 'server', progress);
    const from = await open(source, false);
    let rows: RowsResult;
    try {
      const to = await open(target, true);
      rows = await copyRows(from, to, progress).catch(async (error) => {
        await to.close(false);
        throw error;
      });
      await to.close(true);
    } finally {
      await from.close(false);
    }
    await putInPlace(dataDir, source, target);
    return { ...rows, files };
  } finally {
    await clear(dataDir);
    unlock();
  }
}
