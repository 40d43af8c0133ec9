// A small picture of the world round the map's place, with the window's outline in it; a click goes there.
'use client';
import { useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import { DEFAULT_VIEW, useView } from '../state/view';
import classes from './overview.module.css';
import { useMap } from './provider';

/** Side of the picture's world, as scripts/base-map draws it. */
const WORLD = 1024;
const [WIDTH, HEIGHT] = [160, 112];
/** How many zooms the inset stays behind the map. */
const BEHIND = 5;

const toWorld = ([lng, lat]: readonly [number, number]): [number, number] => {
  const sin = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  return [(lng / 360 + 0.5) * WORLD, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * WORLD];
};
const toEarth = (x: number, y: number): [number, number] => [
  (x / WORLD - 0.5) * 360,
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI,
];

/** Never needed to use the map: a mouse's shortcut, hidden from readers of the screen. */
export const Overview = () => {
  const t = useTranslations('map.controls');
  const map = useMap();
  const view = useView((s) => s.view) ?? DEFAULT_VIEW;
  const zoom = Math.max(0, Math.min(6, view.zoom - BEHIND));
  // At zoom 0 the world is 512 pixels wide on the map; the inset shows it a little smaller than that.
  const scale = WORLD / (256 * 2 ** zoom);
  const [x, y] = toWorld(view.center);
  const width = WIDTH * scale;
  const height = HEIGHT * scale;
  const left = Math.min(Math.max(x - width / 2, Math.min(0, (WORLD - width) / 2)), Math.max(0, WORLD - width));
  const top = Math.min(Math.max(y - height / 2, Math.min(0, (WORLD - height) / 2)), Math.max(0, WORLD - height));
  const [west, south, east, north] = map.getExtent();
  const [x1, y1] = toWorld([west, north]);
  const [x2, y2] = toWorld([east, south]);
  const onClick = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = toEarth(
      left + ((event.clientX - box.left) / box.width) * width,
      top + ((event.clientY - box.top) / box.height) * height,
    );
    map.flyTo({ center: place });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the map itself moves by keys.
    <svg
      className={classes.overview}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`${left} ${top} ${width} ${height}`}
      role="img"
      aria-label={t('overview')}
      onClick={onClick}
    >
      <image href="/base/overview.svg" width={WORLD} height={WORLD} />
      <rect
        x={x1}
        y={y1}
        width={Math.max(x2 - x1, scale * 3)}
        height={Math.max(y2 - y1, scale * 3)}
        className={classes.window}
        strokeWidth={1.5 * scale}
      />
    </svg>
  );
};
