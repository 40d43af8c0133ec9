// The one writer: nobody else calls a setter of the map. It takes whole styles and makes the map follow the newest.
import type {
  GeoJSONSource,
  Map as MapLibreMap,
  MapSourceDataEvent,
  SourceSpecification,
  StyleSpecification,
  VectorTileSource,
} from 'maplibre-gl';
import { diff, type Op } from './diff';
import { drawIcon, ICON_DENSITY } from './icons';

export interface Updater {
  /** Asks for a style; of several within a frame only the newest is applied. */
  show(style: StyleSpecification): void;
  /** GeoJSON that outlives the styles: it replaces the data of this source in each of them. */
  setData(source: string, data: GeoJSON.FeatureCollection): void;
  /** Asks the server again for the tiles of these sources, as soon as MapLibre hears of it. */
  refresh(sources: readonly string[]): void;
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

/**
 * `initial` is the style the map was made with. `soon` runs work in the next frame; a test may run it at once.
 * `onRefused` is called with a step that the map refused: the whole style is then set afresh, which shows the right thing at the
 * price of a blink.
 */
export const createUpdater = (
  map: MapLibreMap,
  initial: StyleSpecification,
  onRefused: (error: unknown) => void,
  soon: (work: () => void) => void = (work) => requestAnimationFrame(work),
): Updater => {
  const overrides = new Map<string, GeoJSON.FeatureCollection>();
  let target = initial;
  let applied: StyleSpecification = initial;
  let isScheduled = false;
  let stopped = false;
  /** False from the map's birth, or from the loss of the graphics card, until the style stands. */
  let standing = false;
  /** Sources whose new address MapLibre has not taken up yet: it does so a frame later, and not at all where a layer of theirs changes before that. */
  const readdressed = new Set<string>();
  /** Sources whose tiles are to be asked again. MapLibre would not ask for those still on their way, nor for any while it has changes to draw. */
  const outdated = new Set<string>();
  let drawsChanges = false;

  const composed = (): StyleSpecification => {
    if (overrides.size === 0) return target;
    const sources = { ...target.sources };
    for (const [id, data] of overrides) {
      const source = sources[id];
      if (source?.type === 'geojson') sources[id] = { ...source, data };
    }
    return { ...target, sources };
  };

  const flush = () => {
    isScheduled = false;
    if (stopped || !standing || readdressed.size > 0) return;
    const next = composed();
    const ops = diff(applied, next);
    const addresses = ops.filter((op) => op.op === 'setTiles');
    try {
      if (addresses.length > 0) {
        const sources = { ...applied.sources };
        for (const { id, ...op } of addresses) {
          readdressed.add(id);
          if (!map.isSourceLoaded(id)) outdated.add(id);
          sources[id] = next.sources[id] as SourceSpecification;
          perform(map, { id, ...op });
        }
        applied = { ...applied, sources };
        return;
      }
      drawsChanges ||= ops.length > 0;
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

  const refreshOutdated = () => {
    if (drawsChanges || readdressed.size > 0) return;
    for (const id of outdated) {
      if (map.getSource(id) && !map.isSourceLoaded(id)) continue;
      outdated.delete(id);
      if (map.getSource(id)) map.refreshTiles(id);
    }
  };
  const onLoad = () => {
    standing = true;
    readdressed.clear();
    ask();
  };
  const onRender = () => {
    drawsChanges = false;
    refreshOutdated();
  };
  const onSourceData = ({ sourceId, sourceDataType }: MapSourceDataEvent) => {
    if (sourceDataType === 'content' && readdressed.delete(sourceId) && readdressed.size === 0) ask();
    refreshOutdated();
  };
  const onLost = () => {
    standing = false;
  };
  map.setMissingStyleImageResolver((id) => {
    const picture = drawIcon(id);
    if (picture && !map.hasImage(id)) map.addImage(id, picture, { pixelRatio: ICON_DENSITY });
  });
  map.on('style.load', onLoad);
  map.on('render', onRender);
  map.on('sourcedata', onSourceData);
  map.on('webglcontextlost', onLost);

  return {
    show: (style) => {
      target = style;
      ask();
    },
    setData: (source, data) => {
      overrides.set(source, data);
      ask();
    },
    refresh: (sources) => {
      for (const id of sources) outdated.add(id);
      refreshOutdated();
    },
    stop: () => {
      stopped = true;
      map.off('style.load', onLoad);
      map.off('render', onRender);
      map.off('sourcedata', onSourceData);
      map.off('webglcontextlost', onLost);
    },
  };
};
