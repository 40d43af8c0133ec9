// Calls GDAL: a worker with the WebAssembly build, and the host's ogr2ogr for conversions where it is installed.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { textOf } from './encoding';
import { ImportProblem, stopIfCancelled } from './problems';

const DEADLINE_MS = 30 * 60_000;

/** Requests to gdal-worker.mjs and its responses. */
interface GdalJob {
  id: number;
  /** An absolute path that we made up ourselves. */
  input: string;
  /** Wanted is a look at the layers of records, also where the file holds pictures beside them. */
  layers?: boolean;
  /** ogr2ogr's arguments; absent where only a look inside is wanted. */
  convert?: { args: string[]; name: string };
  /** gdalwarp's arguments, on the way to a cloud-optimised GeoTIFF. */
  warp?: string[];
}
type GdalAnswer = { id: number; ok: unknown } | { id: number; error: string };

/** One GDAL of one import: work is done in order, and `close` (or the signal) kills it in the middle of anything. */
export interface Gdal {
  /** What gdalinfo (of a raster) or ogrinfo says about a file of ours. */
  info: (input: string) => Promise<unknown>;
  /** What ogrinfo says about a file of ours. */
  layers: (input: string) => Promise<unknown>;
  /** The lines of text that ogr2ogr with `args` makes of a file of ours, piece by piece. */
  lines: (input: string, args: string[]) => AsyncIterable<string[]>;
  /** The path of the file (or folder) that ogr2ogr with `args` makes of a file of ours: `name` and the driver's extension. */
  convert: (input: string, args: string[], name: string, extension: string) => Promise<string>;
  /** The path of the cloud-optimised GeoTIFF that gdalwarp with `args` makes of a GeoTIFF of ours. */
  cog: (input: string, args: string[]) => Promise<string>;
  close: () => Promise<void>;
}

const hostChecks = new Map<string | undefined, Promise<boolean>>();

/** Whether there is an ogr2ogr on the PATH; asked once for each PATH. */
export function hostHasOgr2ogr(): Promise<boolean> {
  const path = process.env.PATH;
  const answer =
    hostChecks.get(path) ??
    new Promise<boolean>((resolve) => {
      execFile('ogr2ogr', ['--version'], { timeout: 10_000 }, (error) => resolve(!error));
    });
  hostChecks.set(path, answer);
  return answer;
}

/** The lines of a text, piece by piece. */
async function* split(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest) yield [rest];
}

/** All that the program gets of our environment, which holds secrets. */
const HOST_ENV = {
  CPL_VSIL_CURL_ALLOWED_EXTENSIONS: '.none',
  GDAL_HTTP_TIMEOUT: '1',
  GDAL_DRIVER_PATH: 'disable',
  OGR_SQLITE_PRAGMA: 'trusted_schema=0',
  // All values of a GML as text, and nothing that it points at.
  GML_FIELDTYPES: 'ALWAYS_STRING',
  GML_SKIP_RESOLVE_ELEMS: 'ALL',
  GML_DOWNLOAD_SCHEMA: 'NO',
  GDAL_NUM_THREADS: '1',
  GDAL_CACHEMAX: '64',
};

/** Kilobytes of address space for the conversion of a raster: a picture that wants more ends the program and not the machine. */
const RASTER_KB = 2 * 1024 ** 2;

/** A command under that limit, where there is a shell that can set it. */
const bounded = (program: string, args: string[]): [string, string[]] =>
  process.platform === 'win32'
    ? [program, args]
    : ['/bin/sh', ['-c', `ulimit -v ${RASTER_KB} 2>/dev/null; exec "$0" "$@"`, program, ...args]];

/** The lines that a program of the host's GDAL writes. */
async function* hostProgram(
  program: 'ogr2ogr' | 'gdalwarp' | 'gdalinfo',
  args: string[],
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  const [command, commandArgs] = program === 'gdalwarp' ? bounded(program, args) : [program, args];
  const child = spawn(command, commandArgs, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, ...HOST_ENV },
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
    child.on('error', () => resolve(null));
  });
  try {
    yield* split(child.stdout.setEncoding('utf8'));
    const code = await ended;
    stopIfCancelled(signal);
    if (code !== 0) throw new ImportProblem(child.killed ? 'timeout' : 'broken_file', complaint);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

const hostLines = (output: string, input: string, args: string[], signal?: AbortSignal) =>
  hostProgram('ogr2ogr', [output, input, ...args], signal);

/** What the host's gdalinfo says of a raster that is packed as the WebAssembly cannot read. Throws 'rasterPacking' without one. */
export async function hostInfo(input: string, signal?: AbortSignal): Promise<unknown> {
  if (!(await hostHasOgr2ogr())) throw new ImportProblem('rasterPacking');
  let text = '';
  for await (const lines of hostProgram('gdalinfo', ['-json', '-if', 'GTiff', input], signal)) text += lines.join('');
  return JSON.parse(text);
}

/** A GDAL that works in `scratch`. Nothing is started before it is needed. */
export function openGdal(scratch: string, signal?: AbortSignal): Gdal {
  let [worker, ending]: [Worker?, Promise<number>?] = [];
  let out: Promise<string> | undefined;
  let next = 1;
  const waiting = new Map<number, { resolve: (ok: unknown) => void; reject: (error: Error) => void }>();

  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const close = async () => {
    signal?.removeEventListener('abort', cancel);
    // First the answer: the thread's end would be told as its failure. A close waits for the end that a cancellation has begun.
    fail(new ImportProblem('cancelled'));
    if (worker) ending = worker.terminate();
    worker = undefined;
    await ending;
  };
  const cancel = () => void close();
  signal?.addEventListener('abort', cancel);

  const started = (folder: string) => {
    if (worker) return worker;
    // Beside this file in the source, and beside the bundle in dist/.
    worker = new Worker(new URL('./gdal-worker.mjs', import.meta.url), { workerData: { out: folder } });
    worker.on('message', (answer: GdalAnswer) => {
      const wait = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('ok' in answer) wait?.resolve(answer.ok);
      else wait?.reject(new ImportProblem('broken_file', answer.error));
    });
    worker.on('error', (error) => fail(new ImportProblem('broken_file', error.message, error)));
    worker.on('exit', () => {
      worker = undefined;
      fail(new ImportProblem('broken_file', 'the GDAL worker ended'));
    });
    return worker;
  };

  const ask = async (job: Omit<GdalJob, 'id'>): Promise<unknown> => {
    stopIfCancelled(signal);
    out ??= mkdtemp(join(scratch, 'gdal-'));
    const thread = started(await out);
    const id = next++;
    const timer = setTimeout(() => {
      waiting.get(id)?.reject(new ImportProblem('timeout'));
      void thread.terminate();
    }, DEADLINE_MS);
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, ...job } satisfies GdalJob);
      });
    } finally {
      clearTimeout(timer);
    }
  };

  async function* lines(input: string, args: string[]): AsyncGenerator<string[]> {
    stopIfCancelled(signal);
    if (await hostHasOgr2ogr()) {
      yield* hostLines('/vsistdout/', input, args, signal);
      return;
    }
    const path = String(await ask({ input, convert: { args, name: `lines-${next}` } }));
    try {
      yield* split(textOf(path, 'UTF-8', signal));
    } finally {
      await rm(path, { force: true });
    }
  }

  async function convert(input: string, args: string[], name: string, extension: string): Promise<string> {
    stopIfCancelled(signal);
    if (!(await hostHasOgr2ogr())) return String(await ask({ input, convert: { args, name } }));
    out ??= mkdtemp(join(scratch, 'gdal-'));
    const path = join(await out, `${name}.${extension}`);
    for await (const [line] of hostLines(path, input, args, signal)) throw new ImportProblem('broken_file', line);
    return path;
  }

  async function cog(input: string, args: string[]): Promise<string> {
    stopIfCancelled(signal);
    if (!(await hostHasOgr2ogr())) return String(await ask({ input, warp: args }));
    out ??= mkdtemp(join(scratch, 'gdal-'));
    const path = join(await out, 'cog.tif');
    const cogArgs = ['-q', '-if', 'GTiff', '-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'BIGTIFF=IF_SAFER', ...args];
    for await (const [line] of hostProgram('gdalwarp', [...cogArgs, input, path], signal))
      throw new ImportProblem('broken_file', line);
    return path;
  }

  return {
    info: (input) => ask({ input }),
    layers: (input) => ask({ input, layers: true }),
    lines,
    convert,
    cog,
    close,
  };
}
