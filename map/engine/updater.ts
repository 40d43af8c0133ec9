// The one writer: nobody else calls a setter of the map. It takes whole styles and makes the map follow the newest.
import type { GeoJSONSource, Map as MapLibreMap, StyleSpecification, VectorTileSource } from 'maplibre-gl';
import { diff, type Op } from './diff';
import { drawIcon, ICON_DENSITY } from './icons';

export interface Updater {
  /** Asks for a style; of several within a frame only the newest is applied. */
  show(style: StyleSpecification): void;
  /** GeoJSON that outlives the styles: it replaces the data of this source in each of them. */
  setData(source: string, data: GeoJSON.FeatureCollection): void;
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
 * `onRefused` hears of a step that the map refused: the whole style is then set afresh, which shows the right thing at the
 * price of a blink.
 */
export const createUpdater = (
  map: MapLibreMap,
  initial: StyleSpecification,
  onRefused: (error: unknown) => void,
  soon: (work: () => void) => void = (work) => requestAnimationFrame(work),
): Updater => {
  const overrides = new Map<string, GeoJSON.FeatureCollection>();
  let wanted = initial;
  let applied: StyleSpecification = initial;
  let asked = false;
  let stopped = false;
  /** False from the map's birth, or from the loss of the graphics card, until the style stands. */
  let standing = false;

  const composed = (): StyleSpecification => {
    if (overrides.size === 0) return wanted;
    const sources = { ...wanted.sources };
    for (const [id, data] of overrides) {
      const source = sources[id];
      if (source?.type === 'geojson') sources[id] = { ...source, data };
    }
    return { ...wanted, sources };
  };

  const flush = () => {
    asked = false;
    if (stopped || !standing) return;
    const next = composed();
    try {
      for (const op of diff(applied, next)) perform(map, op);
    } catch (error) {
      onRefused(error);
      standing = false;
      map.setStyle(next, { diff: false });
    }
    applied = next;
  };

  const ask = () => {
    if (asked || stopped) return;
    asked = true;
    soon(flush);
  };

  const onLoad = () => {
    standing = true;
    ask();
  };
  const onLost = () => {
    standing = false;
  };
  map.setMissingStyleImageResolver((id) => {
    const picture = drawIcon(id);
    if (picture && !map.hasImage(id)) map.addImage(id, picture, { pixelRatio: ICON_DENSITY });
  });
  map.on('style.load', onLoad);
  map.on('webglcontextlost', onLost);

  return {
    show: (style) => {
      wanted = style;
      ask();
    },
    setData: (source, data) => {
      overrides.set(source, data);
      ask();
    },
    stop: () => {
      stopped = true;
      map.off('style.load', onLoad);
      map.off('webglcontextlost', onLost);
    },
  };
};
