// What others change is shown on the map as soon as the stream tells of it, and only where the layer is on this map.
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { News } from '@/contract/schemas/events/news';
import type { Layer } from '@/contract/schemas/layer';
import { useNews, useNewsStream } from '@/lib/events/use-news';
import { type MapHandle, type MapLayer, MapProvider, useMap } from '@/map';
import { renderScreen, world } from '@/testing/render-screen';
import { useLiveRevisions } from './use-live-revisions';

/** Of this tab alone: it gets the lock at once, and nobody else hears it. */
class Channel extends EventTarget {
  onmessage = null;
  postMessage() {}
  close() {}
}

const refresh = vi.fn<MapHandle['refresh']>();
let news: News[] = [];

interface ProbeProps {
  onMap: readonly Pick<MapLayer, 'id' | 'visible'>[];
  layers?: readonly Pick<Layer, 'id' | 'rev'>[];
  fetching?: boolean;
  isLive?: boolean;
}
function Probe({ onMap, layers = [], fetching = false, isLive = false }: ProbeProps) {
  useMap().refresh = refresh;
  useNewsStream(1, isLive);
  useNews((one) => news.push(one));
  useLiveRevisions(layers as Layer[], onMap as MapLayer[], fetching);
  return null;
}
const open = (props: ProbeProps) =>
  renderScreen(
    <MapProvider>
      <Probe {...props} />
    </MapProvider>,
    { role: 'viewer' },
  );

let layer: number;
let record: number;
const edit = (name: string) => world.call('super', 'PUT', `/api/layerdata/${record}/`, { value: { name } });
const tellsOf = (id: number) => news.some(({ layers = [] }) => layers.some((one) => one.id === id));

beforeEach(async () => {
  ({ layer = 0, record = 0 } = await world.ids());
  refresh.mockClear();
  news = [];
  vi.stubGlobal('BroadcastChannel', Channel);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (...parts: unknown[]) => (parts.at(-1) as () => Promise<void>)() },
  });
});

it('refreshes a layer that is on the map, and none that is hidden or not there', async () => {
  const other = layer + 1000;
  const away = await open({ isLive: true, onMap: [{ id: layer, visible: false }, { id: other, visible: true }] }); // biome-ignore format: one line
  await waitFor(() => expect(away.calls.some(({ path, status }) => path.startsWith('events/') && status === 200)).toBe(true)); // biome-ignore format: one line
  await edit('یک');
  await waitFor(() => expect(tellsOf(layer)).toBe(true));
  expect(refresh).not.toHaveBeenCalled();
  away.unmount();
  news = [];
  const here = await open({ isLive: true, onMap: [{ id: layer, visible: true }] });
  await waitFor(() => expect(here.calls.some(({ path, status }) => path.startsWith('events/') && status === 200)).toBe(true)); // biome-ignore format: one line
  await edit('دو');
  await waitFor(() => expect(tellsOf(layer)).toBe(true));
  expect(refresh.mock.calls[0]?.[0]).toEqual([layer]);
});

it('refreshes what a look finds newer than the list, once the list is here', async () => {
  const props = { onMap: [{ id: layer, visible: true }], layers: [{ id: layer, rev: 0 }] };
  const waiting = await open({ ...props, fetching: true });
  await waitFor(() => expect(waiting.calls.some(({ path, status }) => path.includes('rev') && status === 200)).toBe(true)); // biome-ignore format: one line
  expect(refresh).not.toHaveBeenCalled();
  waiting.unmount();
  await open(props);
  await waitFor(() => expect(refresh).toHaveBeenCalledWith([layer]));
});
