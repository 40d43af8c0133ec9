// People who look on while others write: each has a screen of the layer's newest records that follows the stream alone, with a network that
// goes away at times. In the end every screen says what the database says.
import { setTimeout as sleep } from 'node:timers/promises';
import type { createBrowser } from '../../testing/browser';
import type { Cluster } from './stack';
import type { Stream } from './stream';

type Browser = ReturnType<typeof createBrowser>;

/** Records on a screen. */
export const ON_SCREEN = 100;
/** Lists follow news so much later, as the map's do: a replica may be a moment behind. */
const LISTS_MS = 5_000;
const RETRY_MS = 500;
/** Each network goes about so often, for up to so long. */
const LOSS_EVERY_MS = 8_000;
const LOSS_MS = 2_000;
/** After the last write a screen has so long: a dead stream is found, held again, and read after. */
const SETTLE_MS = 45_000;

export interface Watchers {
  /** Lets networks be, and waits until all screens are as `newest` says; answers those that are not, in words. */
  settle(newest: () => Promise<string>): Promise<string[]>;
  stop(): void;
}

/** A record on a screen, as a text to compare. */
export const lineOf = (id: number, note: unknown): string => `${id} ${note}`;

/** One screen: what it says now, and its stream. */
function openScreen(cluster: Cluster, browser: Browser, layer: number, end: AbortSignal) {
  let text = '';
  let isDue = true;
  let isReading = false;
  /** Reads until an answer comes, and once more where something has changed meanwhile. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (isDue && !end.aborted) {
      isDue = false;
      const answer = await browser
        .send('GET', `/api/layerdata/?layer=${layer}&order=-id&limit=${ON_SCREEN}&offset=0`)
        .catch(() => null);
      if (answer?.status === 200)
        text = answer.json.results
          .map((one: { id: number; value: { note: unknown } }) => lineOf(one.id, one.value.note))
          .join('\n');
      else {
        isDue = true;
        await sleep(RETRY_MS);
      }
    }
    isReading = false;
  }
  let isWaiting = false;
  const later = async () => {
    if (isWaiting) return;
    isWaiting = true;
    await sleep(LISTS_MS);
    isWaiting = false;
    isDue = true;
    void read();
  };
  const stream: Stream = cluster.listen(browser, {
    onNews({ all, layers = [] }) {
      if (all || layers.some(({ id }) => id === layer)) void later();
    },
  });
  void read();
  return { stream, text: () => text };
}

/** Opens `count` screens, shared by `browsers`. */
export function startWatchers(cluster: Cluster, browsers: readonly Browser[], layer: number, count: number): Watchers {
  const end = new AbortController();
  const screens = Array.from({ length: count }, (_, i) =>
    openScreen(cluster, browsers[i % browsers.length] as Browser, layer, end.signal),
  );
  const losses = screens.map(({ stream }) =>
    setInterval(() => stream.lose(Math.random() * LOSS_MS), LOSS_EVERY_MS * (0.5 + Math.random())),
  );
  const calm = () => {
    for (const loss of losses) clearInterval(loss);
  };
  return {
    async settle(newest) {
      calm();
      const expected = await newest();
      for (const until = Date.now() + SETTLE_MS; Date.now() < until; await sleep(RETRY_MS))
        if (screens.every((screen) => screen.text() === expected)) return [];
      return screens.flatMap((screen, i) => {
        const lines = new Set(screen.text().split('\n'));
        const missing = expected.split('\n').filter((line) => !lines.has(line));
        const state = screen.stream.isLive() ? 'with a stream' : 'without a stream';
        return missing.length > 0
          ? [`screen ${i + 1}, ${state}, lacks ${missing.length} records, first "${missing[0]}"`]
          : [];
      });
    },
    stop() {
      calm();
      end.abort();
      for (const { stream } of screens) stream.close();
    },
  };
}
