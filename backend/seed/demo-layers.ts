// The demo's layers: towns and borders of the world, provinces of Iran, and those that people work on; in groups, with rights.
import { choicesOf } from '../../contract/fields/choice';
import { LABEL_COLOURS } from '../../contract/schemas/style';
import * as layerStore from '../areas/layers/store';
import type { Engine } from '../db/engine';
import * as make from './builders';
import { facilities } from './demo-facilities';
import { stations } from './demo-field';
import type { DemoRoles } from './demo-people';
import { plots } from './demo-plots';
import type { WorkLayer } from './record-work';
import { borders, countries, PLACE_KINDS, places, provinces } from './world';

const text = (name: string, label: string) => ({ name, label, type: 'text' as const });

type Definition = Omit<make.NewLayerData, 'customer' | 'owner'>;

const cities = (only: string | undefined): Definition => ({
  label: 'شهرهای جهان',
  type: 1,
  form: [
    text('name', 'نام'),
    text('name_en', 'نام لاتین'),
    text('country', 'کشور'),
    text('country_en', 'کشور (لاتین)'),
    { name: 'kind', label: 'نوع', type: 'choice', choices: choicesOf(...PLACE_KINDS) },
    { name: 'population', label: 'جمعیت', type: 'integer', min: 0 },
  ],
  config: {
    style: {
      kind: 'graduated',
      field: 'population',
      classes: [
        {
          from: null,
          label: 'کمتر از ۱۰ هزار',
          symbol: { color: '#748ffc', opacity: 0.85, size: 2.5, stroke: '#ffffff', stroke_width: 0.5 },
        },
        {
          from: 10_000,
          label: '۱۰ تا ۱۰۰ هزار',
          symbol: { color: '#5c7cfa', opacity: 0.9, size: 3.5, stroke: '#ffffff', stroke_width: 0.5 },
        },
        {
          from: 100_000,
          label: '۱۰۰ هزار تا ۱ میلیون',
          symbol: { color: '#f59f00', opacity: 0.9, size: 5, stroke: '#ffffff', stroke_width: 0.75 },
        },
        {
          from: 1_000_000,
          label: 'بیش از ۱ میلیون',
          symbol: { color: '#e03131', opacity: 0.95, size: 7.5, stroke: '#ffffff', stroke_width: 1 },
        },
      ],
    },
    labels: { field: 'name', size: 12, ...LABEL_COLOURS, min_zoom: 8, max_zoom: 24 },
  },
  records: places(only),
});

const land = (): Definition => ({
  label: 'کشورها',
  type: 3,
  form: [text('name', 'نام'), text('name_en', 'نام لاتین'), text('code', 'کد')],
  config: {
    style: {
      kind: 'single',
      symbol: { color: '#4c6ef5', opacity: 0.08, size: 1, stroke: '#4c6ef5', stroke_width: 1 },
    },
    labels: { field: 'name', size: 14, ...LABEL_COLOURS, min_zoom: 3, max_zoom: 7 },
  },
  records: countries().map((c) => ({ geometry: c.geometry, value: { name: c.fa, name_en: c.en, code: c.code } })),
});

const lines = (): Definition => ({
  label: 'مرزهای زمینی',
  type: 2,
  form: [text('name', 'نام'), text('side_a', 'یک سو'), text('side_b', 'سوی دیگر')],
  config: {
    style: {
      kind: 'single',
      symbol: { color: '#e8590c', opacity: 0.9, size: 1.5, stroke: '#ffffff', stroke_width: 0 },
    },
    labels: null,
  },
  records: borders(),
});

const iran = (): Definition => ({
  label: 'استان‌های ایران',
  type: 3,
  form: [text('name', 'نام'), text('name_en', 'نام لاتین'), text('seat', 'مرکز استان')],
  config: {
    style: {
      kind: 'single',
      symbol: { color: '#2b8a3e', opacity: 0.05, size: 1, stroke: '#5c9c70', stroke_width: 0.75 },
    },
    labels: { field: 'name', size: 13, ...LABEL_COLOURS, min_zoom: 5, max_zoom: 9 },
  },
  records: provinces().map(({ geometry, names }) => ({ geometry, value: names })),
});

const WORK = { view: true, add: true, edit: true, delete: true, export: true };

/** The rights of each role on a layer that is there for all. */
export async function permitLayer(engine: Engine, roles: DemoRoles, layer: number): Promise<void> {
  await make.createPermission(engine, roles.manager, layer, { ...WORK, approve: true, manage: true });
  await make.createPermission(engine, roles.editor, layer, WORK);
  await make.createPermission(engine, roles.viewer, layer, { view: true });
  await make.createPermission(engine, roles.supervisor, layer, { view: true, approve: true });
}

export interface DemoBase {
  customer: number;
  owner: number;
  roles: DemoRoles;
  /** When the layers were made. */
  created: Date;
  /** Code of the country whose towns there are; all countries where it is left out. */
  only?: string | undefined;
  say(step: string): void;
}
export interface DemoLayers {
  places: number;
  provinces: number;
  facilities: WorkLayer;
  plots: WorkLayer;
  stations: WorkLayer;
  /** Ids of all that are not in the trash. */
  all: number[];
  /** The group of what is surveyed in the field. */
  survey: number;
}

const DAY_MS = 86_400_000;
const DAYS_TO_TRASH = 81;

/** A layer that was made by mistake and lies in the trash. */
async function createTrashed(engine: Engine, { customer, owner, created }: DemoBase): Promise<void> {
  const form = [text('name', 'نام')];
  const records = ['الف', 'ب', 'پ'].map((name, i) => ({
    geometry: { type: 'Point' as const, coordinates: [51 + i, 35] },
    value: { name },
  }));
  const id = await make.createLayer(engine, { customer, owner, label: 'آزمایش ورود داده', type: 1, form, records });
  await layerStore.putInTrash(engine.db, [id], owner, new Date(created.getTime() + DAYS_TO_TRASH * DAY_MS));
}

export async function createDemoLayers(engine: Engine, base: DemoBase): Promise<DemoLayers> {
  const { customer, owner, roles, created, only, say } = base;
  const all: number[] = [];
  const create = async (step: string, definition: Definition) => {
    say(step);
    const id = await make.createLayer(engine, { customer, owner, ...definition });
    await permitLayer(engine, roles, id);
    all.push(id);
    return id;
  };
  const createWorkLayer = async (step: string, definition: Definition): Promise<WorkLayer> => {
    const { label, type, form, config } = definition;
    return { id: await create(step, definition), label, type, form, supervised: config?.supervised === true };
  };
  const towns = await create('places', cities(only));
  const ground = await create('countries', land());
  const edges = await create('borders', lines());
  const areas = await create('provinces', iran());
  const field = await createWorkLayer('field layers', stations());
  const services = await createWorkLayer('facilities', facilities());
  const farms = await createWorkLayer('plots', plots());
  await createTrashed(engine, base);
  await engine.db.updateTable('layer').set({ created }).where('customer_id', '=', customer).execute();
  await make.createGroup(engine, customer, 'ایران', [services.id, areas]);
  const survey = await make.createGroup(engine, customer, 'برداشت میدانی', [field.id, farms.id]);
  await make.createGroup(engine, customer, 'سکونتگاه‌ها', [towns]);
  await make.createGroup(engine, customer, 'جهان', [towns, edges, ground]);
  return { places: towns, provinces: areas, facilities: services, plots: farms, stations: field, all, survey };
}
