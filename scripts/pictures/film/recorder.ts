// Pictures of a page as it changes, and how long each of them stands; and the WebM that the browser makes of them.
import type { Browser, Page } from '@playwright/test';
import type { Size } from '../stage';

/** A page that thinks is cut short to this. */
const MAX_GAP_MS = 80;
/** Fewer frames of a movement make a smaller file. */
const MIN_GAP_MS = 60;
const BITS_PER_SECOND = 250_000;
const JPEG_QUALITY = 92;

export interface Frame {
  /** A JPEG in base64. */
  data: string;
  ms: number;
}

export interface Recorder {
  /** Lets what is seen now stand for longer. */
  hold(ms: number): void;
  stop(): Promise<Frame[]>;
}

export async function startRecorder(page: Page, { width, height }: Size): Promise<Recorder> {
  const client = await page.context().newCDPSession(page);
  const frames: (Frame & { at: number })[] = [];
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = (metadata.timestamp ?? 0) * 1000;
    const last = frames.at(-1);
    if (last) last.ms += Math.min(MAX_GAP_MS, Math.max(0, at - last.at));
    if (last && last.ms < MIN_GAP_MS) Object.assign(last, { data, at });
    else frames.push({ data, at, ms: 0 });
    void client.send('Page.screencastFrameAck', { sessionId });
  });
  await client.send('Page.startScreencast', {
    format: 'jpeg',
    quality: JPEG_QUALITY,
    maxWidth: width,
    maxHeight: height,
  });
  return {
    hold(ms) {
      const last = frames.at(-1);
      if (last) last.ms += ms;
    },
    async stop() {
      await client.send('Page.stopScreencast');
      return frames.map(({ data, ms }) => ({ data, ms }));
    },
  };
}

interface Order {
  frames: Frame[];
  width: number;
  height: number;
  bitrate: number;
}

/** Runs in a page, so it names no function of its own: draws the frames in their time, and returns the film in base64. */
async function encode({ frames, width, height, bitrate }: Order): Promise<string> {
  const { Output, BufferTarget, WebMOutputFormat, CanvasSource } = (
    globalThis as unknown as { Mediabunny: typeof import('mediabunny') }
  ).Mediabunny;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec: 'vp9', bitrate, keyFrameInterval: 60 });
  output.addVideoTrack(source);
  await output.start();
  let due = 0;
  for (const { data, ms } of frames) {
    const picture = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
    pen.drawImage(picture, 0, 0, width, height);
    picture.close();
    await source.add(due / 1000, ms / 1000);
    due += ms;
  }
  await output.finalize();
  const reader = new FileReader();
  const text = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(new Blob([target.buffer ?? '']));
  await text;
  return String(reader.result).split(',')[1] ?? '';
}

/** Only pages of https have the encoder. It is answered here and never asked for. */
const STUDIO = 'https://studio.invalid/';

/** The frames as a silent WebM. */
export async function encodeFilm(browser: Browser, frames: Frame[], size: Size): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.route(STUDIO, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(STUDIO);
  await page.addScriptTag({ path: 'node_modules/mediabunny/dist/bundles/mediabunny.min.cjs' });
  const text = await page.evaluate(encode, { frames, ...size, bitrate: BITS_PER_SECOND });
  await page.close();
  return Buffer.from(text, 'base64');
}
