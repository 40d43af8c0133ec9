// The page, small: where everything stands. The map itself is seen in its frame.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { drawPage } from '@/map/print/draw';
import type { PageFacts } from '@/map/print/facts';
import { layOut } from '@/map/print/layout';
import type { Place } from '@/map/print/paper';
import type { Faces } from '@/map/print/text';
import classes from './print.module.css';
import type { Pictures } from './use-pictures';

/** CSS pixels of the sheet's longer side. */
const SIDE = 288;

interface PreviewProps {
  facts: PageFacts;
  place: Place;
  faces: Faces;
  pictures: Pictures;
}

export const Preview = ({ facts, place, faces, pictures }: PreviewProps) => {
  const t = useTranslations('map.tools.print');
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    const { page } = layOut(facts, place, faces);
    const scale = (SIDE / Math.max(page.width, page.height)) * Math.min(3, window.devicePixelRatio * 1.5);
    element.width = Math.round(page.width * scale);
    element.height = Math.round(page.height * scale);
    drawPage(pen, page, scale, {
      images: new Map([...pictures].map(([name, { canvas: picture }]) => [name, picture])),
      map: ({ x, y, width, height }) => {
        pen.fillStyle = '#dfe7ef';
        pen.fillRect(x, y, width, height);
        pen.strokeStyle = '#b8c5d3';
        pen.lineWidth = 0.4;
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(x + width, y + height);
        pen.moveTo(x + width, y);
        pen.lineTo(x, y + height);
        pen.stroke();
      },
    });
  }, [facts, place, faces, pictures]);
  return (
    <canvas ref={canvas} role="img" aria-label={t('preview')} className={classes.preview} data-wide={facts.landscape} />
  );
};
