// Pictures of a page as it changes, and how long each of them stands; and the WebM that the browser makes of them.
import type { Browser, Page } from '@playwright/test';
import type { Size } from '../stage';

/** A page that thinks is cut short to this. */
const MAX_GAP_MS = 80;
/** Fewer frames of a movement make a smaller file. */
const MIN_GAP_MS = 60;
const BITS_PER_SECOND = 500_000;
const LAG_MS = 10_000;
const JPEG_QUALITY = 92;

interface Frame {
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

/** Runs in a page, so it names no function of its own: draws the frames in their time, and returns the recording in base64. */
async function encode({
  frames,
  width,
  height,
  bits,
  lag,
}: {
  frames: Frame[];
  width: number;
  height: number;
  bits: number;
  lag: number;
}): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: bits });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.start();
  const start = performance.now();
  let due = 0;
  for (const { data, ms } of frames) {
    const picture = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
    await new Promise((resolve) => setTimeout(resolve, start + due - performance.now()));
    pen.drawImage(picture, 0, 0, width, height);
    picture.close();
    track?.requestFrame();
    due += ms;
  }
  await new Promise((resolve) => setTimeout(resolve, start + due - performance.now()));
  track?.requestFrame();
  // The encoder lags behind on a busy computer, and what it has not done when the recording ends is lost.
  await new Promise((resolve) => setTimeout(resolve, lag));
  const end = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.stop();
  await end;
  const reader = new FileReader();
  const text = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(new Blob(parts));
  await text;
  return String(reader.result).split(',')[1] ?? '';
}

/** The frames as a silent WebM. */
export async function encodeFilm(browser: Browser, frames: Frame[], size: Size): Promise<Uint8Array> {
  const page = await browser.newPage();
  const text = await page.evaluate(encode, { frames, ...size, bits: BITS_PER_SECOND, lag: LAG_MS });
  await page.close();
  return Buffer.from(text, 'base64');
}
