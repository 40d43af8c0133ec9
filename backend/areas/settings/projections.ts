// The coordinate systems in which positions may be shown and typed.
import { sql } from 'kysely';
import type { Projection } from '../../../contract/schemas/settings';
import type { Db } from '../../db/engine';
import { say } from '../../http/errors';

/** EPSG codes made for Iran that PostGIS knows: UTM of ED50(ED77), zones 38 to 41, and the geographic system under it. */
const IRANIAN = [4154, 2058, 2059, 2060, 2061];

const named = (name: string) => ({ fa: name, en: name });
const utm = (zone: number, north: boolean): Projection => {
  const wording = north ? 'utmNorth' : 'utmSouth';
  return {
    srid: (north ? 32600 : 32700) + zone,
    name: { fa: say('fa', wording, { zone }), en: say('en', wording, { zone }) },
    proj4: `+proj=utm +zone=${zone}${north ? '' : ' +south'} +datum=WGS84 +units=m +no_defs`,
    units: 'metres',
  };
};

const ZONES = Array.from({ length: 60 }, (_, i) => i + 1);
const EVERYWHERE: readonly Projection[] = [
  {
    srid: 4326,
    name: { fa: say('fa', 'wgs84'), en: say('en', 'wgs84') },
    proj4: '+proj=longlat +datum=WGS84 +no_defs',
    units: 'degrees',
  },
  {
    srid: 3857,
    name: { fa: say('fa', 'webMercator'), en: say('en', 'webMercator') },
    proj4: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
    units: 'metres',
  },
  ...ZONES.map((zone) => utm(zone, true)),
  ...ZONES.map((zone) => utm(zone, false)),
];

/** Those of everywhere, and those of Iran that this database knows. */
export async function projections(db: Db): Promise<Projection[]> {
  const { rows } = await sql<{ srid: number; proj4: string; name: string | null }>`
    select srid, trim(proj4text) as proj4, substring(srtext from '^[A-Z]+\\["([^"]+)"') as name
      from spatial_ref_sys where srid = any(${IRANIAN}::int[]) and proj4text <> '' order by srid`.execute(db);
  return [
    ...EVERYWHERE,
    ...rows.map(({ srid, proj4, name }) => ({
      srid,
      name: named(name ?? `EPSG:${srid}`),
      proj4,
      units: proj4.includes('+proj=longlat') ? ('degrees' as const) : ('metres' as const),
    })),
  ];
}
