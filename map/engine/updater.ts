// The one writer: nobody else calls a setter of the map. It takes whole styles and makes the map follow the newest.
import type {
  GeoJSONSource,
  Map as MapLibreMap,
  MapSourceDataEvent,
  SourceSpecification,
  StyleSpecification,
  VectorTileSource,
} from 'maplibre-gl';
import type { Extent } from '@/contract/schemas/common';
import { readRingId } from '../style/points/ring-image';
import { diff, type Op } from './diff';
import { drawIcon } from './icons';
import { listen } from './listen';
import { createRefresher } from './tiles/refresher';

export interface Updater {
  /** Asks for a style; of several within a task, or before a frame, only the newest is applied. */
  show(style: StyleSpecification): void;
  /** GeoJSON that outlives the styles: it replaces the data of this source in each of them. */
  setData(source: string, data: GeoJSON.FeatureCollection): void;
  /** Asks the server again for the tiles of these sources, or for those that meet the boxes, as soon as MapLibre hears of it. */
  refresh(sources: readonly string[], boxes?: readonly Extent[]): void;
  stop(): void;
}

const perform = (map: MapLibreMap, op: Op): void => {
  switch (op.op) {
    case 'setFontFaces':
      map.setFontFaces(op.faces);
      return;
    case 'addSource':
      map.addSource(op.id, op.source);
      return;
    case 'removeSource':
      map.removeSource(op.id);
      return;
    case 'setTiles':
      map.getSource<VectorTileSource>(op.id)?.setTiles(op.tiles);
      return;
    case 'setData':
      map.getSource<GeoJSONSource>(op.id)?.setData(op.data as GeoJSON.GeoJSON);
      return;
    case 'addLayer':
      map.addLayer(op.layer, op.before);
      return;
    case 'removeLayer':
      map.removeLayer(op.id);
      return;
    case 'moveLayer':
      map.moveLayer(op.id, op.before);
      return;
    case 'setPaint':
      map.setPaintProperty(op.id, op.name as never, op.value as never);
      return;
    case 'setLayout':
      map.setLayoutProperty(op.id, op.name as never, op.value as never);
      return;
    case 'setFilter':
      map.setFilter(op.id, op.filter as never);
      return;
    case 'setZooms':
      map.setLayerZoomRange(op.id, op.min, op.max);
      return;
  }
};

/** The style with GeoJSON in place of the data of these sources. */
const withData = (
  style: StyleSpecification,
  data: ReadonlyMap<string, GeoJSON.FeatureCollection>,
): StyleSpecification => {
  if (data.size === 0) return style;
  const sources = { ...style.sources };
  for (const [id, features] of data) {
    const source = sources[id];
    if (source?.type === 'geojson') sources[id] = { ...source, data: features };
  }
  return { ...style, sources };
};

/** New addresses of tiles: MapLibre takes one up a frame later, and not at all where a layer of its source changes before that. */
const createAddresses = (map: MapLibreMap) => {
  const pending = new Set<string>();
  return {
    isPending: () => pending.size > 0,
    clear: () => pending.clear(),
    /** Sets the addresses that `next` has; returns the style as the map has it then. */
    set: (ops: readonly Extract<Op, { op: 'setTiles' }>[], now: StyleSpecification, next: StyleSpecification) => {
      const sources = { ...now.sources };
      for (const op of ops) {
        pending.add(op.id);
        sources[op.id] = next.sources[op.id] as SourceSpecification;
        perform(map, op);
      }
      return { ...now, sources };
    },
    /** A source has content: true where it was the last to take its address up. */
    settle: (source: string) => pending.delete(source) && pending.size === 0,
  };
};

/** Rings that the map remembers: each cluster has one of its own. A tile that is drawn has a copy. */
const MAX_RINGS = 400;

const drawMissingIcons = (map: MapLibreMap) => {
  const rings: string[] = [];
  map.setMissingStyleImageResolver(async (id) => {
    const picture = await drawIcon(id);
    if (!picture || map.hasImage(id)) return;
    map.addImage(id, picture.image, { pixelRatio: picture.pixelRatio });
    if (readRingId(id)) rings.push(id);
    const oldest = rings.length > MAX_RINGS ? rings.shift() : undefined;
    if (oldest !== undefined && map.hasImage(oldest)) map.removeImage(oldest);
  });
};

/** Runs work at the end of this task, so that the coming frame draws it; what follows before that frame runs in it. */
const oncePerFrame = () => {
  let isTaken = false;
  return (work: () => void) => {
    if (isTaken) return void requestAnimationFrame(work);
    isTaken = true;
    requestAnimationFrame(() => {
      isTaken = false;
    });
    queueMicrotask(work);
  };
};

/**
 * `initial` is the style the map was made with. `soon` runs work before the next frame is drawn; a test may run it at once.
 * `onRefused` is called with a step that the map refused: the whole style is then set afresh, which shows the right thing at the
 * price of a blink.
 */
export const createUpdater = (
  map: MapLibreMap,
  initial: StyleSpecification,
  onRefused: (error: unknown) => void,
  soon: (work: () => void) => void = oncePerFrame(),
): Updater => {
  const overrides = new Map<string, GeoJSON.FeatureCollection>();
  let target = initial;
  let applied: StyleSpecification = initial;
  let isScheduled = false;
  let stopped = false;
  /** False from the map's birth, or from the loss of the graphics card, until the style stands. */
  let standing = false;
  const addresses = createAddresses(map);
  const refresher = createRefresher(map, addresses.isPending);

  const flush = () => {
    isScheduled = false;
    if (stopped || !standing || addresses.isPending()) return;
    const next = withData(target, overrides);
    const ops = diff(applied, next);
    const moves = ops.filter((op) => op.op === 'setTiles');
    try {
      if (moves.length > 0) {
        const loading = moves.map(({ id }) => id).filter((id) => !map.isSourceLoaded(id));
        applied = addresses.set(moves, applied, next);
        refresher.add(loading);
        return;
      }
      if (ops.length > 0) refresher.setChanged();
      for (const op of ops) perform(map, op);
    } catch (error) {
      onRefused(error);
      standing = false;
      map.setStyle(next, { diff: false });
    }
    applied = next;
  };

  const ask = () => {
    if (isScheduled || stopped) return;
    isScheduled = true;
    soon(flush);
  };

  const onLoad = () => {
    standing = true;
    addresses.clear();
    ask();
  };
  const onSourceData = ({ sourceId, sourceDataType }: MapSourceDataEvent) => {
    if (sourceDataType === 'content' && addresses.settle(sourceId)) ask();
    refresher.refresh();
  };
  drawMissingIcons(map);
  const stopListening = listen(map, {
    'style.load': onLoad,
    ...refresher.listeners,
    sourcedata: onSourceData,
    webglcontextlost: () => {
      standing = false;
    },
  });

  return {
    show: (style) => {
      target = style;
      ask();
    },
    setData: (source, data) => {
      overrides.set(source, data);
      ask();
    },
    refresh: refresher.add,
    stop: () => {
      stopped = true;
      stopListening();
    },
  };
};
