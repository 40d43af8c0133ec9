// A real second map service: MapServer as a CGI program behind a small server on loopback. Null where it is not installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAP = `MAP
  NAME "test" SIZE 256 256 EXTENT -20037508 -20037508 20037508 20037508 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_title" "test" "wms_onlineresource" "http://localhost/" "wms_srs" "EPSG:3857" "wms_enable_request" "*" "wms_getfeatureinfo_formatlist" "application/json" END END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" TRANSPARENT ON END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json" FORMATOPTION "STORAGE=memory" FORMATOPTION "FORM=SIMPLE" END
  LAYER NAME "square" TYPE POLYGON STATUS ON TEMPLATE "x" PROJECTION "init=epsg:4326" END
    METADATA "wms_title" "square" "wms_srs" "EPSG:3857" "gml_include_items" "all" "ows_include_items" "all" END
    CONNECTIONTYPE OGR CONNECTION "FOLDER/square.geojson"
    CLASS NAME "all" STYLE COLOR 255 0 0 END END
  END
END`;
const SQUARE =
  '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"square"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[45,0],[45,45],[0,45],[0,0]]]}}]}';

export interface MapServer {
  /** Its address with the key that names the map file. */
  url: string;
  /** Query strings that it was asked, oldest first. */
  queries: string[];
  close(): void;
}

/** One polygon from 0,0 to 45,45 degrees in red, layer `square`. */
export async function startMapServer(): Promise<MapServer | null> {
  if (spawnSync('mapserv', ['-v']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-wms-'));
  writeFileSync(join(folder, 'square.geojson'), SQUARE);
  writeFileSync(join(folder, 'test.map'), MAP.replace('FOLDER', folder));
  writeFileSync(join(folder, 'ms.conf'), `CONFIG\n  MAPS\n    "TEST" "${join(folder, 'test.map')}"\n  END\nEND\n`);
  const queries: string[] = [];
  const server = createServer((request, response) => {
    const query = (request.url ?? '').split('?')[1] ?? '';
    queries.push(query);
    const child = spawn('mapserv', [], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        REQUEST_METHOD: 'GET',
        QUERY_STRING: query,
        MAPSERVER_CONFIG_FILE: join(folder, 'ms.conf'),
      },
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('close', () => {
      const answer = Buffer.concat(parts);
      const cut = answer.indexOf('\r\n\r\n');
      const type = /content-type: *([^\r\n]+)/i.exec(answer.subarray(0, cut).toString())?.[1] ?? 'text/plain';
      response.writeHead(200, { 'content-type': type }).end(answer.subarray(cut + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?map=TEST`,
    queries: queries,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
