// Rows of pixels packed without loss as they come: the stream that PNG and PDF (predictor 15) both hold, one stripe in memory at a time.

/** Red, green, blue and alpha of whole rows, top to bottom. */
export interface Stripe {
  rgba: Uint8ClampedArray | Uint8Array;
  rows: number;
}

const [NONE, SUB, UP] = [0, 1, 2] as const;

/** How much a filtered row is expected to take; less is better. */
const weight = (row: Uint8Array): number => {
  let sum = 0;
  for (let i = 1; i < row.length; i += 1)
    sum += (row[i] as number) < 128 ? (row[i] as number) : 256 - (row[i] as number);
  return sum;
};

/** Keeps the row above, so that a stripe may follow a stripe. Transparent pixels are white. */
export const createFilter = (width: number) => {
  const length = width * 3;
  let above = new Uint8Array(length);
  let row = new Uint8Array(length);
  const tries = [NONE, SUB, UP].map((kind) => {
    const filtered = new Uint8Array(length + 1);
    filtered[0] = kind;
    return filtered;
  }) as [Uint8Array, Uint8Array, Uint8Array];
  return ({ rgba, rows }: Stripe): Uint8Array<ArrayBuffer> => {
    const out = new Uint8Array((length + 1) * rows);
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0, from = y * width * 4, to = 0; x < width; x += 1, from += 4, to += 3) {
        const alpha = rgba[from + 3] as number;
        for (let c = 0; c < 3; c += 1) {
          const value = rgba[from + c] as number;
          row[to + c] = alpha === 255 ? value : Math.round((value * alpha) / 255 + 255 - alpha);
        }
      }
      const [plain, sub, up] = tries;
      for (let i = 0; i < length; i += 1) {
        const value = row[i] as number;
        plain[i + 1] = value;
        sub[i + 1] = value - (i < 3 ? 0 : (row[i - 3] as number));
        up[i + 1] = value - (above[i] as number);
      }
      const [a, b, c] = [weight(plain), weight(sub), weight(up)];
      out.set(c <= a && c <= b ? up : b <= a ? sub : plain, (length + 1) * y);
      [above, row] = [row, above];
    }
    return out;
  };
};

/** Filters and packs stripes (zlib). Backpressure of the packer is waited for, so that only the packed bytes grow. */
export const createPacker = (width: number) => {
  const packer = new CompressionStream('deflate');
  const packed = new Response(packer.readable).blob();
  const writer = packer.writable.getWriter();
  const filter = createFilter(width);
  return {
    write: async (stripe: Stripe): Promise<void> => {
      await writer.ready;
      await writer.write(filter(stripe));
    },
    close: async (): Promise<Blob> => {
      await writer.close();
      return packed;
    },
    abort: async (reason: unknown): Promise<void> => {
      packed.catch(() => undefined);
      await writer.abort(reason).catch(() => undefined);
    },
  };
};

/** Packs bytes that are there already. */
export const pack = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  );
