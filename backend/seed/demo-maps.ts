// What the demo's people keep for themselves: views of the map, bookmarks, queries and drawings.
import type { Drawing } from '../../contract/schemas/drawing';
import type { Kept } from '../../contract/schemas/settings';
import * as drawings from '../areas/drawings/store';
import { addEnv, addItem } from '../areas/settings/store';
import type { Engine } from '../db/engine';
import { DEMO_USERS, type DemoPeople, type DemoUser } from './demo-people';

/** Ids of the layers by what they are; `all` in the order of the list. */
export interface MapLayers {
  facilities: number;
  plots: number;
  stations: number;
  provinces: number;
  places: number;
  all: readonly number[];
}

interface View {
  center: [number, number];
  zoom: number;
}
const IRAN: View = { center: [53.7, 32.4], zoom: 5 };

/** A state of the map in which only these layers are visible, the first on top. */
const envOf = ({ all }: MapLayers, visible: readonly number[], view: View) => {
  const hidden = all.filter((id) => !visible.includes(id));
  return { layers: { order: [...visible, ...hidden], hidden, opacity: {}, off: {} }, view: { ...view } };
};

const point = (lon: number, lat: number) => ({ type: 'Point' as const, coordinates: [lon, lat] });

type NewDrawing = Omit<Drawing, 'id' | 'version'>;
const drawing = (type: Drawing['type'], label: string, geometry: Drawing['geometry'], style: Drawing['style'], radius: number | null = null): NewDrawing => ({ type, label, geometry, style, radius }); // biome-ignore format: one line

/** Sketches beside the plots of Varamin, without words: those would lie over the first map of the country. */
const SKETCHES: readonly NewDrawing[] = [
  drawing('polygon', 'محدوده بازدید این هفته', { type: 'Polygon', coordinates: [[[51.694, 35.272], [51.7225, 35.2773], [51.7205, 35.2925], [51.692, 35.2872], [51.694, 35.272]]] }, { color: '#e8590c', width: 2, dash: [3, 2], fill: '#e8590c', fill_opacity: 0.08 }), // biome-ignore format: one drawing
  drawing('line', 'مسیر رفتن از شهر', { type: 'LineString', coordinates: [[51.6457, 35.3242], [51.662, 35.309], [51.681, 35.296], [51.692, 35.2872]] }, { color: '#1c7ed6', width: 3 }), // biome-ignore format: one drawing
  drawing('circle', 'چهارصد متر پیرامون چاه', point(51.7135, 35.2835), { color: '#0c8599', width: 2, fill: '#0c8599', fill_opacity: 0.1 }, 400), // biome-ignore format: one drawing
];
const MARKS: readonly NewDrawing[] = [
  drawing('point', 'جای توقف خودرو', point(51.692, 35.2872), { color: '#c2255c', size: 9, icon: 'parking' }), // biome-ignore format: one drawing
];

interface Bookmark {
  label: string;
  folder: string;
  visible: (keyof Omit<MapLayers, 'all'>)[];
  view: View;
}
const BOOKMARKS: readonly Bookmark[] = [
  { label: 'همه ایران', folder: '', visible: ['facilities', 'provinces'], view: IRAN },
  { label: 'تهران', folder: 'شهرها', visible: ['facilities'], view: { center: [51.4, 35.71], zoom: 11 } },
  { label: 'اصفهان', folder: 'شهرها', visible: ['facilities'], view: { center: [51.67, 32.65], zoom: 11.5 } },
  { label: 'دشت ورامین', folder: 'بازدیدها', visible: ['plots'], view: { center: [51.7075, 35.282], zoom: 13.8 } },
  { label: 'دشت مرودشت', folder: 'بازدیدها', visible: ['plots'], view: { center: [52.857, 29.817], zoom: 13.8 } },
  { label: 'چاه‌های کاشان', folder: 'بازدیدها', visible: ['stations'], view: { center: [51.44, 33.98], zoom: 10 } },
];

const queriesOf = ({ facilities, plots }: MapLayers): { label: string; layer: number; query: Kept }[] => [
  { label: 'بیمارستان‌های شبانه‌روزی', layer: facilities, query: { and: [{ field: 'kind', is: 'eq', value: 'بیمارستان' }, { field: 'open_at_night', is: 'eq', value: true }] } }, // biome-ignore format: one query
  { label: 'در دست ساخت یا بازسازی', layer: facilities, query: { and: [{ field: 'state', is: 'in', value: ['در دست ساخت', 'در حال بازسازی'] }] } }, // biome-ignore format: one query
  { label: 'گندم بیش از ۸ هکتار', layer: plots, query: { and: [{ field: 'crop', is: 'eq', value: 'گندم' }, { field: 'area', is: 'gt', value: 8 }] } }, // biome-ignore format: one query
];

/** Who keeps bookmarks, queries and drawings. */
const KEEPERS: readonly DemoUser[] = ['superuser', 'editor'];

/** Writes them. Everybody's map opens with few layers; the others are a click away. */
export async function createMaps(engine: Engine, people: DemoPeople, layers: MapLayers): Promise<void> {
  const { db } = engine;
  const overview = { label: 'نمای کشور', data: envOf(layers, [layers.facilities, layers.provinces], IRAN) };
  const field = {
    label: 'کار میدانی',
    data: envOf(layers, [layers.stations, layers.plots, layers.provinces], { center: [51.7, 34.6], zoom: 7 }),
  };
  for (const user of DEMO_USERS) await addEnv(db, people[user], { ...overview, is_default: true });
  for (const user of KEEPERS) {
    const account = people[user];
    await addEnv(db, account, { ...field, is_default: false });
    for (const { label, folder, visible, view } of BOOKMARKS) {
      const env = envOf(layers, visible.map((key) => layers[key]), view); // biome-ignore format: one line
      await addItem(db, account, { label, type: 'bookmark', data: { folder, env } });
    }
    for (const { label, layer, query } of queriesOf(layers))
      await addItem(db, account, { label, type: 'query', data: { layer, query } });
    await drawings.insert(db, account, user === 'editor' ? [...SKETCHES, ...MARKS] : SKETCHES);
  }
}
