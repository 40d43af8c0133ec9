// The demo: one organisation with people for every role and real layers. Only ever written into an empty database.
import { LABEL_COLOURS } from '../../contract/schemas/style';
import type { Engine } from '../db/engine';
import * as make from './builders';
import { borders, countries, PLACE_KINDS, places } from './world';

/** The demo's password, the same for all; printed by `npm start`. It exists only in demo data on this computer. */
export const DEMO_PASSWORD = 'Pahneh-1404';
export const DEMO_USERS = ['superuser', 'manager', 'editor', 'viewer', 'regional', 'supervisor'] as const;

export const DEMO_CONFIG = {
  name: 'پهنه',
  name_subtitle: 'سامانه اطلاعات مکانی',
  title: 'سامانه اطلاعات مکانی تحت وب',
  subtitle: 'ساخت، ویرایش، نظارت و انتشار لایه‌های نقشه',
  footer_subtitle: '',
  customer_link: '',
  expires: null,
  version: '1.16.2',
  view: { center: [53.7, 32.4], zoom: 5 },
};

/** Every module id of the product. */
export const ALL_MODULES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17];

const text = (name: string, label: string) => ({ name, label, type: 'text' as const });

/** Fills an empty database; does nothing where there is a customer already. `say` receives each step. */
export async function seedDemo(engine: Engine, say: (step: string) => void = () => {}): Promise<void> {
  if (await engine.db.selectFrom('customer').select('id').executeTakeFirst()) return;
  say('people');
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const world = countries();
  const region = async (code: string) => {
    const country = world.find((c) => c.code === code);
    if (!country) throw new Error(`no country ${code} in the atlas`);
    return make.createRegion(engine, customer, country.fa, country.geometry);
  };
  const iran = await region('IR');
  for (const code of ['IQ', 'TR', 'AF', 'PK']) await region(code);

  const roles = {
    all: await make.createRole(engine, customer, 'مدیر ارشد', ALL_MODULES, ['create_statistics']),
    manager: await make.createRole(engine, customer, 'مدیر سامانه', [1, 2, 3, 4, 5, 6, 7, 8, 16, 17]),
    editor: await make.createRole(engine, customer, 'ویرایشگر', [1, 2, 3, 4, 8]),
    viewer: await make.createRole(engine, customer, 'بیننده', [4]),
    supervisor: await make.createRole(engine, customer, 'ناظر', [4, 7, 8, 9, 10, 11, 15]),
  };
  const person = (
    username: (typeof DEMO_USERS)[number],
    first_name: string,
    last_name: string,
    more: Partial<make.NewPerson>,
  ) => make.createPerson(engine, customer, { username, password: DEMO_PASSWORD, first_name, last_name, ...more });
  const owner = await person('superuser', 'سارا', 'پارسا', { superuser: true, roles: [roles.all] });
  await person('manager', 'مهران', 'کاویان', { roles: [roles.manager] });
  await person('editor', 'نیلوفر', 'رستگار', { roles: [roles.editor] });
  await person('viewer', 'بهرام', 'آذر', { roles: [roles.viewer] });
  await person('regional', 'شیرین', 'مرادی', { roles: [roles.editor], regions: [iran] });
  await person('supervisor', 'کیان', 'فرهمند', { roles: [roles.supervisor] });

  say('places');
  const cities = await make.createLayer(engine, {
    customer,
    owner,
    label: 'شهرهای جهان',
    type: 1,
    form: [
      text('name', 'نام'),
      text('country', 'کشور'),
      text('country_en', 'کشور (لاتین)'),
      {
        name: 'kind',
        label: 'نوع',
        type: 'choice',
        choices: PLACE_KINDS,
      },
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
    records: places(),
  });
  say('countries');
  const land = await make.createLayer(engine, {
    customer,
    owner,
    label: 'کشورها',
    type: 3,
    form: [text('name', 'نام'), text('name_en', 'نام لاتین'), text('code', 'کد')],
    config: {
      style: {
        kind: 'single',
        symbol: { color: '#4c6ef5', opacity: 0.08, size: 1, stroke: '#4c6ef5', stroke_width: 1 },
      },
      labels: { field: 'name', size: 14, color: '#364fc7', halo: '#ffffff', min_zoom: 3, max_zoom: 7 },
    },
    records: world.map((c) => ({ geometry: c.geometry, value: { name: c.fa, name_en: c.en, code: c.code } })),
  });
  say('borders');
  const lines = await make.createLayer(engine, {
    customer,
    owner,
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
  say('field layers');
  const wells = await make.createLayer(engine, {
    customer,
    owner,
    label: 'ایستگاه‌های برداشت میدانی',
    type: 1,
    form: [
      { name: 'title', label: 'عنوان', type: 'text', required: true, max: 100 },
      { name: 'visited', label: 'تاریخ بازدید', type: 'date' },
      { name: 'depth', label: 'عمق (متر)', type: 'decimal', min: 0, max: 1000 },
      { name: 'active', label: 'فعال', type: 'boolean' },
      { name: 'note', label: 'توضیح', type: 'long_text' },
    ],
    records: [],
  });
  const groups = [
    ['جهان', [cities, lines, land]],
    ['سکونتگاه‌ها', [cities]],
    ['برداشت میدانی', [wells]],
  ] as const;
  for (const [label, ids] of groups) await make.createGroup(engine, customer, label, [...ids]);

  const see = { view: true };
  const work = { view: true, add: true, edit: true, delete: true, export: true };
  for (const layer of [cities, land, lines, wells]) {
    await make.createPermission(engine, roles.manager, layer, { ...work, approve: true, manage: true });
    await make.createPermission(engine, roles.editor, layer, work);
    await make.createPermission(engine, roles.viewer, layer, see);
    await make.createPermission(engine, roles.supervisor, layer, { view: true, approve: true });
  }
}
