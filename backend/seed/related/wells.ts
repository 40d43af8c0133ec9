// The demo's layer of many types of field: wells beside the plots that they water.
import { sql } from 'kysely';
import { choicesOf } from '../../../contract/fields/choice';
import { checkValues, type Field, type Values } from '../../../contract/schemas/form';
import { FRESH_COLOURS, LABEL_COLOURS } from '../../../contract/schemas/style';
import { readyLists } from '../../areas/choicelists/ready';
import type { Engine } from '../../db/engine';
import * as make from '../builders';
import { type DemoBase, permitLayer } from '../demo-layers';
import { createChance } from '../random';

/** Provinces and counties of the places where the plots lie, by the letter of their codes. */
const SITES: Readonly<Record<string, readonly [string, string]>> = {
  و: ['تهران', 'ورامین'],
  م: ['فارس', 'مرودشت'],
  ن: ['خراسان رضوی', 'نیشابور'],
};
const USES = ['کشاورزی', 'شرب', 'دامداری', 'صنعت', 'فضای سبز'] as const;
const PUMPS = ['برقی', 'دیزلی', 'خورشیدی'] as const;
/** One of so many plots has a well. */
const SHARE = 3;
const SEED = 41;
const DAY_MS = 86_400_000;
const LITRES_TO_CUBIC_METRES_A_DAY = 86.4;

/** Provinces with plots, and all their counties below them. */
function placeFields(): Field[] {
  const provinces = Object.values(SITES).map(([province]) => province);
  const [province, county] = readyLists();
  return [
    {
      name: 'province',
      label: 'استان',
      type: 'choice',
      required: true,
      width: 'half',
      choices: (province?.items ?? []).filter(({ value }) => provinces.includes(value)),
    },
    {
      name: 'county',
      label: 'شهرستان',
      type: 'choice',
      width: 'half',
      parent_field: 'province',
      choices: (county?.items ?? []).filter(({ parent = [] }) => parent.some((one) => provinces.includes(one))),
    },
  ];
}

const formOf = (plots: number): Field[] => [
  { name: 'place', label: 'جا و شناسه', type: 'section', columns: 2 },
  { name: 'code', label: 'کد چاه', type: 'barcode', required: true },
  { name: 'plot', label: 'قطعه آبخور', type: 'reference', reference: { layer: plots, title: 'code' } },
  ...placeFields(),
  { name: 'technical', label: 'مشخصات فنی', type: 'section', columns: 2 },
  { name: 'uses', label: 'کاربری', type: 'multi_choice', choices: choicesOf(...USES), max: 3, hint: 'اولین کاربری رنگ چاه روی نقشه است.' }, // biome-ignore format: one field
  { name: 'pump', label: 'پمپ', type: 'choice', choices: choicesOf(...PUMPS) },
  { name: 'depth', label: 'عمق', type: 'decimal', min: 0, max: 500, precision: 1, unit: 'متر', width: 'half' },
  { name: 'flow', label: 'آبدهی', type: 'decimal', min: 0, precision: 1, unit: 'لیتر بر ثانیه', width: 'half' },
  { name: 'daily', label: 'آبدهی روزانه', type: 'computed', expr: `round([flow] * ${LITRES_TO_CUBIC_METRES_A_DAY}, 0)`, precision: 0, unit: 'متر مکعب' }, // biome-ignore format: one field
  { name: 'drilled', label: 'تاریخ حفر', type: 'date', calendar: 'jalali' },
  { name: 'measured_at', label: 'ساعت آخرین اندازه‌گیری', type: 'time' },
  { name: 'people', label: 'بهره‌بردار', type: 'section', columns: 2 },
  { name: 'licensed', label: 'پروانه دارد', type: 'boolean' },
  { name: 'national_code', label: 'کد ملی بهره‌بردار', type: 'text', pattern: { preset: 'national_code' }, visible_if: { field: 'licensed', is: 'eq', value: true } }, // biome-ignore format: one field
  { name: 'phone', label: 'تلفن همراه', type: 'text', pattern: { preset: 'phone' } },
  { name: 'photo', label: 'عکس', type: 'image', max: 5 },
];

/** Ten digits whose last follows from the others; the first ones are no place that issues codes. */
function nationalCode(n: number): string {
  const nine = `000${String(n).padStart(6, '0')}`;
  const rest = [...nine].reduce((sum, digit, i) => sum + Number(digit) * (10 - i), 0) % 11;
  return `${nine}${rest < 2 ? rest : 11 - rest}`;
}

interface Plot {
  id: number;
  code: string;
  lon: number;
  lat: number;
}

function createWellRecords(form: readonly Field[], plots: readonly Plot[], created: Date): make.NewRecordData[] {
  const chance = createChance(SEED);
  return plots
    .filter((_, i) => i % SHARE === 0)
    .map(({ id, code, lon, lat }, i) => {
      const [province, county] = SITES[code[0] ?? ''] ?? [null, null];
      const isLicensed = chance.is(0.7);
      const raw: Values = {
        code: `W-${1001 + i}`,
        plot: id,
        province,
        county,
        uses: USES.filter((_, use) => chance.is(use === 0 ? 0.8 : 0.25)).slice(0, 3),
        pump: chance.pick(PUMPS),
        depth: chance.int(300, 2400) / 10,
        flow: chance.int(20, 350) / 10,
        drilled: new Date(created.getTime() - chance.int(400, 9000) * DAY_MS).toISOString().slice(0, 10),
        measured_at: `${String(chance.int(7, 16)).padStart(2, '0')}:${chance.pick(['00', '15', '30', '45'])}`,
        licensed: isLicensed,
        national_code: isLicensed ? nationalCode(chance.int(100_000, 999_999)) : null,
        phone: `0912000${String(chance.int(1000, 9999))}`,
      };
      const { values, problems } = checkValues(form, raw);
      if (Object.keys(problems).length > 0) throw new Error(`well ${i}: ${JSON.stringify(problems)}`);
      return { geometry: { type: 'Point', coordinates: [lon, lat] }, value: values };
    });
}

/** After the history, which makes the plots. */
export async function createWells(
  engine: Engine,
  { customer, owner, roles, created }: Pick<DemoBase, 'customer' | 'owner' | 'roles' | 'created'>,
  plots: number,
): Promise<number> {
  const { rows } = await sql<Plot>`
    select id::float8 as id, value->>'code' as code, round(st_x(st_centroid(geom))::numeric, 5)::float8 as lon, round(st_y(st_centroid(geom))::numeric, 5)::float8 as lat
      from record where layer_id = ${plots}::int and deleted_at is null and status = 3 order by id`.execute(engine.db);
  const form = formOf(plots);
  const mark = (color: string) => ({ color, opacity: 1, size: 6, stroke: '#ffffff', stroke_width: 1.5 });
  const layer = await make.createLayer(engine, {
    customer,
    owner,
    label: 'چاه‌های آب',
    type: 1,
    form,
    config: {
      style: {
        kind: 'categorised',
        field: 'uses',
        categories: USES.map((use, i) => ({ value: use, label: use, symbol: mark(FRESH_COLOURS[i] as string) })),
        other: mark('#868e96'),
      },
      labels: { field: 'code', size: 11, ...LABEL_COLOURS, min_zoom: 13, max_zoom: 24 },
    },
    records: createWellRecords(form, rows, created),
  });
  await engine.db.updateTable('layer').set({ created }).where('id', '=', layer).execute();
  await permitLayer(engine, roles, layer);
  return layer;
}
