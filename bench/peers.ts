// The programs that the product is measured beside: nginx and MapServer, started for one row on the loopback.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort, type Stage } from './stage';

/** Whether a program is on the PATH. */
export const has = (program: string): boolean => spawnSync('which', [program]).status === 0;

export const NO_NGINX = 'peer not installed (Debian package nginx-light)';
export const NO_MAPSERVER = 'peer not installed (Debian package mapserver-bin)';
export const NO_OGR2OGR = 'peer not installed (Debian package gdal-bin)';

/** Runs the host's ogr2ogr; fails with what it complains of. */
export async function ogr2ogr(args: string[]): Promise<void> {
  const child = spawn('ogr2ogr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`ogr2ogr: ${complaint.slice(0, 300)}`);
}

const KILL_MS = 1000;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    setTimeout(() => socket.end(), 20).unref();
  });

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    // MapServer only listens to a polite word when it gets its next call.
    setTimeout(() => child.kill('SIGKILL'), KILL_MS).unref();
  });

/** Starts an nginx whose `server` blocks are given for a port and a second one; ended with the run. */
export async function nginx(
  stage: Stage,
  servers: (port: number, second: number) => string,
): Promise<{ origin: string; second: string }> {
  const [port, second] = [await freePort(), await freePort()];
  const home = join(stage.folder, `nginx-${port}`);
  mkdirSync(home, { recursive: true });
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = join(home, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; worker_processes 2; pid ${home}/pid; error_log ${home}/error.log error;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nodelay on; keepalive_requests 1000000; default_type application/octet-stream;
  ${tempPaths.map((k) => `${k}_temp_path ${home}/${k};`).join(' ')}
  ${servers(port, second)}
}
`,
  );
  const child = spawn('nginx', ['-e', join(home, 'error.log'), '-p', home, '-c', config], { stdio: 'ignore' });
  stage.ends(() => ended(child));
  for (let i = 0; i < 50 && !(await answers(port)); i++) await pause(100);
  return { origin: `http://127.0.0.1:${port}`, second: `http://127.0.0.1:${second}` };
}

/** Two MapServer processes behind FastCGI, and nginx before them. `path` gives the address of a tile. */
export async function mapServer(
  stage: Stage,
  url: URL,
  table: string,
  columns: readonly string[],
): Promise<{ origin: string; path: (tile: { z: number; x: number; y: number }) => string }> {
  const home = join(stage.folder, 'mapserver');
  mkdirSync(home, { recursive: true });
  const map = join(home, 'points.map');
  const values = columns.map((name) => `value->>'${name}' as ${name}`).join(', ');
  writeFileSync(
    map,
    `MAP
  NAME "bench" SIZE 256 256 EXTENT -20037508 -20037508 20037508 20037508 UNITS METERS MAXSIZE 8192
  PROJECTION "init=epsg:3857" END
  WEB METADATA "ows_enable_request" "*" "ows_title" "bench" "ows_onlineresource" "http://127.0.0.1/" END END
  OUTPUTFORMAT NAME "mvt" DRIVER "MVT" MIMETYPE "application/vnd.mapbox-vector-tile" EXTENSION "mvt" END
  LAYER
    NAME "records" STATUS ON TYPE POINT CONNECTIONTYPE POSTGIS PROCESSING "CLOSE_CONNECTION=DEFER"
    CONNECTION "host=${url.hostname} port=${url.port} user=${url.username} dbname=${url.pathname.slice(1)}"
    DATA "geom from (select id, geom, ${values} from ${table} where deleted_at is null) as t using unique id using srid=4326"
    PROJECTION "init=epsg:4326" END
    METADATA "gml_include_items" "all" "ows_title" "records" END
    CLASS STYLE COLOR 0 0 0 END END
  END
END
`,
  );
  const config = join(home, 'mapserver.conf');
  writeFileSync(config, 'CONFIG\n  ENV\n    MS_MAP_PATTERN "."\n  END\nEND\n');
  const socket: Server = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => socket.listen(port, '127.0.0.1', resolve));
  const listening = (socket as Server & { _handle: { fd: number } })._handle.fd;
  for (let i = 0; i < 2; i++) {
    // FastCGI programs take their calls from a listening socket that they find as standard input.
    const child = spawn('mapserv', [], {
      env: { ...process.env, MAPSERVER_CONFIG_FILE: config },
      stdio: [listening, 'ignore', 'ignore'],
    });
    stage.ends(() => ended(child));
  }
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  const params = ['QUERY_STRING', 'REQUEST_METHOD', 'CONTENT_TYPE', 'CONTENT_LENGTH', 'SERVER_PROTOCOL', 'SERVER_NAME', 'SERVER_PORT']; // biome-ignore format: one list
  const { origin } = await nginx(
    stage,
    (at) => `server { listen 127.0.0.1:${at}; location / { fastcgi_pass 127.0.0.1:${port}; fastcgi_read_timeout 60s;
      ${params.map((p) => `fastcgi_param ${p} $${p.toLowerCase()};`).join(' ')} fastcgi_param SCRIPT_NAME /mapserv; } }`,
  );
  return {
    origin,
    path: ({ z, x, y }) =>
      `/?map=${encodeURIComponent(map)}&mode=tile&tilemode=gmap&layers=records&map.imagetype=mvt&tile=${x}+${y}+${z}`,
  };
}
