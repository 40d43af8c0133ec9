// A map service for the pictures of the screens that read one: two layers with a place, and a picture of one colour for each.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from 'fast-png';

const SIDE = 256;
const LINE_EVERY = 32;
const COLOURS = { roads: [240, 180, 60], rivers: [80, 160, 240] } as const;
const BOX =
  '<EX_GeographicBoundingBox><westBoundLongitude>44</westBoundLongitude><eastBoundLongitude>63</eastBoundLongitude><southBoundLatitude>25</southBoundLatitude><northBoundLatitude>40</northBoundLatitude></EX_GeographicBoundingBox>';

/** Slanting lines on nothing. */
function pictureOf(layer: keyof typeof COLOURS): Uint8Array {
  const data = new Uint8Array(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      if ((layer === 'roads' ? x + y : x + SIDE - y) % LINE_EVERY < 2)
        data.set([...COLOURS[layer], 255], (y * SIDE + x) * 4);
  return encode({ width: SIDE, height: SIDE, channels: 4, data });
}

export interface MapService {
  url: string;
  close(): void;
}

/** The product reads it only where SERVICE_HOSTS names 127.0.0.1. */
export async function startService(): Promise<MapService> {
  const layers = Object.keys(COLOURS).map(
    (name) => `<Layer><Name>${name}</Name><Title>${name}</Title><CRS>EPSG:3857</CRS>${BOX}</Layer>`,
  );
  const server: Server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    if (searchParams.get('REQUEST') === 'GetCapabilities')
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(
          `<WMS_Capabilities version="1.3.0"><Capability><Layer>${layers.join('')}</Layer></Capability></WMS_Capabilities>`,
        );
    else
      response
        .writeHead(200, { 'content-type': 'image/png' })
        .end(pictureOf(searchParams.get('LAYERS')?.startsWith('rivers') ? 'rivers' : 'roads'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
