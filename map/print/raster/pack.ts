// Packs rows of pixels beside the page, in a thread of their own, where the browser gives one. Apart from `rows`, which the thread loads.
import { createPacker, type Stripe } from './rows';

/** As the thread of `rows-worker` answers: null while rows come, the packed bytes at the end. */
const ask = (worker: Worker, message: number | Stripe | null, moved: Transferable[] = []): Promise<Blob | null> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
    worker.onerror = ({ message: why }) => reject(new Error(why));
    worker.postMessage(message, moved);
  });

/** A thread that is ready for rows; null where the browser gives none. */
const openThread = async (width: number): Promise<Worker | null> => {
  if (typeof Worker === 'undefined') return null;
  let worker: Worker | null = null;
  try {
    worker = new Worker(new URL('./rows-worker.ts', import.meta.url), { type: 'module' });
    await ask(worker, width);
    return worker;
  } catch {
    worker?.terminate();
    return null;
  }
};

/** While a stripe is packed in the thread, the next one is drawn. */
const packInThread = async (worker: Worker, stripes: AsyncIterable<Stripe>): Promise<Blob> => {
  let before: Promise<unknown> = Promise.resolve();
  for await (const stripe of stripes) {
    await before;
    before = ask(worker, stripe, [stripe.rgba.buffer as ArrayBuffer]);
    before.catch(() => undefined);
  }
  await before;
  const packed = await ask(worker, null);
  if (!packed) throw new Error('rows');
  return packed;
};

const packHere = async (width: number, stripes: AsyncIterable<Stripe>): Promise<Blob> => {
  const packer = createPacker(width);
  try {
    for await (const stripe of stripes) await packer.write(stripe);
    return await packer.close();
  } catch (error) {
    await packer.abort(error);
    throw error;
  }
};

/** Packs rows in a thread of its own where the browser gives one. The stripes' memory is given away. */
export const packRows = async (width: number, stripes: AsyncIterable<Stripe>): Promise<Blob> => {
  const worker = await openThread(width);
  if (!worker) return packHere(width, stripes);
  try {
    return await packInThread(worker, stripes);
  } finally {
    worker.terminate();
  }
};
