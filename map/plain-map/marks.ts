// Marks on a plain map: buttons with a few letters, such as people. What would lie on one another is one mark with a number.
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import type { Lang, LngLat } from '../types';

export interface MapMark {
  /** Unique on one map. */
  id: number;
  at: LngLat;
  /** A few letters. */
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  /** #rrggbb. */
  colour?: string | undefined;
  isCurrent?: boolean;
  /** Of what is no longer so. */
  isDim?: boolean;
}

/** CSS pixels within which marks are one. */
const NEAR = 32;
/** From this zoom on marks of one place are told apart by nothing: the first is taken. */
const LAST_ZOOM = 17;
const FIT = { padding: 80, maxZoom: LAST_ZOOM, duration: 300 };

interface Cluster {
  marks: MapMark[];
  at: LngLat;
  x: number;
  y: number;
}

/** Marks that lie near one another on the screen, in their order; the current one is always one by itself. */
export function clusterMarks(
  marks: readonly MapMark[],
  project: (at: LngLat) => { x: number; y: number },
  near = NEAR,
): Cluster[] {
  const clusters: Cluster[] = [];
  for (const mark of marks) {
    const { x, y } = project(mark.at);
    const host = mark.isCurrent
      ? undefined
      : clusters.find((one) => !one.marks[0]?.isCurrent && Math.hypot(one.x - x, one.y - y) < near);
    if (host) host.marks.push(mark);
    else clusters.push({ marks: [mark], at: mark.at, x, y });
  }
  return clusters;
}

const MAX_NAMES = 5;
const labelOf = (marks: readonly MapMark[], comma: string) =>
  marks
    .slice(0, MAX_NAMES)
    .map(({ label }) => label)
    .join(comma) + (marks.length > MAX_NAMES ? '…' : '');

/** Shows marks on a map, anew whenever it has come to rest. `onPick` is called with the mark that was pressed. */
export function createMarks(map: MapLibreMap, lang: Lang, onPick: (id: number) => void) {
  const comma = lang === 'fa' ? '، ' : ', ';
  const count = new Intl.NumberFormat(lang);
  const markers = new Map<string, { marker: Marker; element: HTMLButtonElement; cluster: Cluster }>();
  let marks: readonly MapMark[] = [];

  const press = ({ marks: members }: Cluster) => {
    const [first] = members;
    if (!first) return;
    if (members.length === 1 || map.getZoom() >= LAST_ZOOM) return onPick(first.id);
    const [lons, lats] = [members.map(({ at }) => at[0]), members.map(({ at }) => at[1])];
    map.fitBounds([Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)], FIT);
  };
  const create = (key: string, cluster: Cluster) => {
    const element = document.createElement('button');
    element.type = 'button';
    const marker = new Marker({ element }).setLngLat([cluster.at[0], cluster.at[1]]).addTo(map);
    const entry = { marker, element, cluster };
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      press(entry.cluster);
    });
    markers.set(key, entry);
    return entry;
  };
  const draw = () => {
    const clusters = clusterMarks(marks, (at) => map.project([at[0], at[1]]));
    const keys = new Map(clusters.map((one) => [one.marks.map(({ id }) => id).join(), one]));
    for (const [key, { marker }] of markers)
      if (!keys.has(key)) {
        marker.remove();
        markers.delete(key);
      }
    for (const [key, cluster] of keys) {
      const entry = markers.get(key) ?? create(key, cluster);
      const [first] = cluster.marks;
      const isMany = cluster.marks.length > 1;
      const { element, marker } = entry;
      entry.cluster = cluster;
      marker.setLngLat([cluster.at[0], cluster.at[1]]);
      element.dataset.mark = isMany ? 'many' : 'one';
      element.toggleAttribute('data-current', !isMany && first?.isCurrent === true);
      element.toggleAttribute(
        'data-dim',
        cluster.marks.every(({ isDim }) => isDim),
      );
      element.style.setProperty('--mark-colour', (!isMany && first?.colour) || '');
      element.textContent = isMany ? count.format(cluster.marks.length) : (first?.text ?? '');
      element.setAttribute('aria-label', labelOf(cluster.marks, comma));
      element.title = labelOf(cluster.marks, comma);
    }
  };
  map.on('moveend', draw);
  return {
    show: (next: readonly MapMark[]) => {
      marks = next;
      draw();
    },
    destroy: () => {
      for (const { marker } of markers.values()) marker.remove();
      markers.clear();
    },
  };
}

/** Parts of the map at each edge beyond which a place that is followed is about to leave. */
const EDGE = 0.2;
/** Moves the map where a place is about to leave what is seen. */
export const follow = (map: MapLibreMap, [lng, lat]: LngLat): void => {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const { x, y } = map.project([lng, lat]);
  const isInside = x > width * EDGE && x < width * (1 - EDGE) && y > height * EDGE && y < height * (1 - EDGE);
  if (!isInside && !map.isMoving()) map.panTo([lng, lat], { duration: 300 });
};
