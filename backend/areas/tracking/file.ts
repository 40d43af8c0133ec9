// Tracks as files: GPX with a segment between two gaps, GeoJSON and CSV with a row a place. Pure.
import type { Replay, TRACK_FILES } from '../../../contract/schemas/tracking';
import { TRACK_RULES } from '../../../contract/schemas/tracking';
import { BOM, csvLine, escapeFormula, formatClock } from '../../geo/export/csv';
import { escapeXml } from '../../geo/export/xml';
import { displayName } from '../../identity/people';

type Format = (typeof TRACK_FILES)[number];
export const TRACK_MIMES: Record<Format, string> = {
  gpx: 'application/gpx+xml; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};
const GAP_SECONDS = TRACK_RULES.gapMinutes * 60;

const iso = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString();

function* gpx(replay: Replay): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Pahneh" xmlns="http://www.topografix.com/GPX/1/1">\n';
  for (const { user, points } of replay) {
    if (points.length === 0) continue;
    yield `<trk><name>${escapeXml(displayName(user))}</name><trkseg>\n`;
    let last = points[0]?.[0] ?? 0;
    for (const [t, lon, lat] of points) {
      if (t - last > GAP_SECONDS) yield '</trkseg><trkseg>\n';
      yield `<trkpt lat="${lat}" lon="${lon}"><time>${iso(t)}</time></trkpt>\n`;
      last = t;
    }
    yield '</trkseg></trk>\n';
  }
  yield '</gpx>\n';
}

function* geojson(replay: Replay): Generator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let comma = '';
  for (const { user, points } of replay)
    for (const [t, lon, lat, accuracy, speed] of points) {
      const properties = { name: displayName(user), username: user.username, time: iso(t), accuracy, speed };
      yield `${comma}\n${JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties })}`;
      comma = ',';
    }
  yield '\n]}\n';
}

function* csv(replay: Replay): Generator<string> {
  yield BOM + csvLine(['name', 'username', 'time', 'lon', 'lat', 'accuracy_m', 'speed_m_s']);
  for (const { user, points } of replay) {
    const names = [displayName(user), user.username].map(escapeFormula);
    for (const [t, lon, lat, accuracy, speed] of points)
      yield csvLine([...names, formatClock(iso(t)), lon, lat, accuracy, speed]);
  }
}

const WRITERS = { gpx, geojson, csv } satisfies Record<Format, (replay: Replay) => Generator<string>>;
/** The text of a file, a piece after the other. */
export const writeTracks = (replay: Replay, format: Format): Generator<string> => WRITERS[format](replay);
