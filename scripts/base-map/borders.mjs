// Borders of countries and provinces of Natural Earth 1:10m, as Debian's `qgis-common` carries them.
import { execFileSync } from 'node:child_process';
import { feature, mesh } from 'topojson-client';
import { topology } from 'topojson-server';

const FILE = '/usr/share/qgis/resources/data/world_map.gpkg';
/** Whose provinces are drawn: Iran and those round it. */
const NEAR = 'IRN IRQ TUR AZE ARM GEO TKM AFG PAK KWT SAU BHR QAT ARE OMN SYR UZB RUS KAZ TJK YEM JOR'.split(' ');

const read = (table) =>
  JSON.parse(
    execFileSync('ogr2ogr', ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=5', '/vsistdout/', FILE, table], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    }),
  ).features;

/** Lines between countries, those between the provinces of one, and Iran's provinces as polygons. */
export function borders() {
  const provinces = read('states_provinces').filter(({ properties: p }) => p.adm0_a3 !== 'ATA');
  const atlas = topology({ provinces: { type: 'FeatureCollection', features: provinces } });
  const country = ({ properties: p }) => p.adm0_a3;
  return {
    countries: mesh(atlas, atlas.objects.provinces, (a, b) => country(a) !== country(b)),
    provinces: mesh(
      atlas,
      atlas.objects.provinces,
      (a, b) => a !== b && country(a) === country(b) && NEAR.includes(country(a)),
    ),
    iran: feature(atlas, atlas.objects.provinces).features.filter(({ properties: p }) => p.adm0_a3 === 'IRN'),
  };
}
