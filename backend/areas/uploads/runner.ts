// What is done with an upload in the background: a new layer of its rows.
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Field, MAX_NAME } from '../../../contract/schemas/form';
import type { AppendOrder, ImportOrder } from '../../../contract/schemas/upload';
import { distinctNames } from '../../geo/distinct-names';
import { type Kind, type Order, read } from '../../geo/import';
import { partition } from '../../geo/tiles';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Run } from '../jobs/attempt';
import { type Loading, load } from '../jobs/load';
import { createLayer } from '../jobs/new-layer';
import { reportOf } from '../jobs/report';
import * as layers from '../layers/store';
import * as store from './store';

/** The key under which an upload lies in the shared store, where files are not on this disk. */
export const uploadKey = (id: string) => `uploads/${id}`;

/** The uploaded file on this disk: where it was written, or fetched from the store into `scratch`. Throws 'fileGone', 'storeFailed'. */
async function localFile(world: World, row: store.UploadRow, { scratch, signal }: Run): Promise<string> {
  if (existsSync(row.path)) return row.path;
  if (!world.config.s3) throw new Refusal(410, 'fileGone');
  const path = join(scratch, 'upload');
  const stream = await world.storage.getStream(uploadKey(row.id)).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal(410, 'fileGone');
  });
  try {
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    throw (error as { code?: string }).code === 'ENOSPC' ? error : new Refusal(503, 'storeFailed');
  }
  return path;
}

/** The person, his file on this disk, and a folder for the readers. */
export async function sourceOf(world: World, run: Run) {
  const { job, scratch } = run;
  const { db } = world.engine;
  const account = await store.orderer(db, job.account_id);
  if (!account) throw new Refusal(403, 'forbidden');
  const row = await store.upload(db, job.account_id, job.upload_id ?? '');
  if (!row) throw new Refusal(410, 'fileGone');
  const path = await localFile(world, row, run);
  const work = join(scratch, 'work');
  await mkdir(work, { recursive: true, mode: 0o700 });
  return { account, row, path, work };
}

/** Records in the dataset as the inspection counted them, for the progress; null where unknown. */
export const totalOf = (row: store.UploadRow, name: string, type: number): number | null =>
  (row.inspection as store.Kept | null)?.found.datasets.find((d) => d.name === name && d.type === type)
    ?.feature_count || null;

/** Field names of a new layer: the source's own in any script, as far as a name goes. */
export const formOf = ({ fields }: Pick<ImportOrder, 'fields'>): Field[] => {
  const names = distinctNames(
    fields.map(({ source }) => source),
    MAX_NAME,
  );
  return fields.map(({ label, type }, i) => ({ name: names[i] as string, label, type }));
};

/** What an order says of the place of its rows. */
export const whereOf = ({
  srid,
  crs,
  swapped,
  place,
}: Pick<ImportOrder | AppendOrder, 'srid' | 'crs' | 'swapped' | 'place'>): Partial<Order> => ({
  ...(srid ? { srid } : {}),
  ...(crs ? { crs } : {}),
  ...(swapped ? { swapped } : {}),
  ...(place ? { place } : {}),
});

/** Makes a layer of one dataset: its rows stream into a table that becomes the layer in one commit, or not at all. */
export async function runImport(world: World, run: Run): Promise<void> {
  const order = run.job.order as ImportOrder;
  const { db } = world.engine;
  const { account, row, path, work } = await sourceOf(world, run);
  const layer = await layers.reserveId(db);
  const table = partition(layer);
  const form = formOf(order);
  const loading: Loading = {
    rows: read(
      path,
      row.file_name,
      { ...order, type: order.type as Kind },
      { signal: run.signal, scratch: work, bytes: true },
    ),
    form,
    fields: order.fields.map(({ source }, i) => ({ source, field: (form[i] as Field).name })),
    type: order.type,
    status: 3,
    account: account.id,
    customer: account.customer,
    regions: account.regions,
    layer,
    table,
    lasting: !run.job.dry_run,
    expected: totalOf(row, order.dataset, order.type),
  };
  await run.report(loading.expected);
  const { extent, nulls } = await load(world, run, loading);
  if (run.job.dry_run) {
    const report = await reportOf(db, run, loading, nulls);
    return run.commit(async () => ({ report }));
  }
  await createLayer(world, run, loading, extent, {
    label: order.label,
    source: { file: row.file_name, dataset: order.dataset, encoding: order.encoding ?? null, srid: order.srid ?? null },
    supervised: order.supervised ?? false,
    groups: order.group_layer ?? [],
  });
}
