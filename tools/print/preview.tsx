// The page as it will be printed, small: everything where it stands, over a thumbnail of its map.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { drawPage } from '@/map/print/draw';
import { frameOf, layOut } from '@/map/print/layout';
import { MM_PER_INCH, sheetSize } from '@/map/print/paper';
import type { Faces } from '@/map/print/text';
import { reserveWords } from '@/map/print/words';
import type { PrintPage } from './pages';
import classes from './print.module.css';
import type { usePage } from './use-page';
import type { Pictures } from './use-pictures';
import { useThumbnail } from './use-thumbnail';

/** CSS pixels of the sheet's longer side. */
const SIDE = 288;
/** Where the map is not drawn yet. */
const GROUND = '#eef1f5';

interface PreviewProps {
  page: PrintPage;
  faces: Faces;
  pictures: Pictures;
  mapNow: ReturnType<typeof usePage>['mapNow'];
  /** While a file is made, which draws a map of its own. */
  isPaused: boolean;
}

export const Preview = ({ page: { facts, place }, faces, pictures, mapNow, isPaused }: PreviewProps) => {
  const t = useTranslations('map.tools.print');
  const canvas = useRef<HTMLCanvasElement>(null);
  const dots = SIDE * Math.min(3, window.devicePixelRatio * 1.5);
  const scale = dots / Math.max(...sheetSize(facts.paper, facts.landscape));
  // Twice as fine as it is shown, so that thin lines and small marks stay; maps are drawn in even resolutions only.
  const dpi = 2 * Math.ceil(scale * MM_PER_INCH);
  const paperMap = () => {
    const now = mapNow();
    if (!now) return null;
    const { placed, map } = layOut(facts, place, faces, now.words);
    return { ...now, style: reserveWords(now.style, placed, place, map) };
  };
  const { thumbnail, isBusy } = useThumbnail({ place, box: frameOf(facts, faces).map, dpi }, paperMap, isPaused);
  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    const { page, map } = layOut(facts, place, faces, thumbnail?.words);
    element.width = Math.round(page.width * scale);
    element.height = Math.round(page.height * scale);
    const isOfThisShape = thumbnail?.box.width === map.width && thumbnail.box.height === map.height;
    drawPage(pen, page, scale, {
      images: new Map([...pictures].map(([name, { canvas: picture }]) => [name, picture])),
      map: ({ x, y, width, height }) => {
        pen.fillStyle = GROUND;
        pen.fillRect(x, y, width, height);
        pen.imageSmoothingQuality = 'high';
        if (isOfThisShape) pen.drawImage(thumbnail.canvas, x, y, width, height);
      },
    });
  }, [facts, place, faces, pictures, scale, thumbnail]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('preview')}
      aria-busy={isBusy}
      className={classes.preview}
      data-wide={facts.landscape}
    />
  );
};
