// Filters and packs the rows of a page beside it, in a thread of its own: a width first, then stripes one by one, each answered when it is in; null ends the rows and is answered by the packed bytes.
import { createPacker, type Stripe } from './rows';

let packer: ReturnType<typeof createPacker> | undefined;

const answer = async (message: number | Stripe | null): Promise<Blob | null> => {
  if (typeof message === 'number') packer = createPacker(message);
  else if (message) await packer?.write(message);
  else if (packer) return packer.close();
  return null;
};

addEventListener('message', ({ data }: MessageEvent<number | Stripe | null>) =>
  answer(data).then(
    (packed) => postMessage(packed),
    // An error of a promise would not reach the page.
    (error) =>
      setTimeout(() => {
        throw error;
      }),
  ),
);
