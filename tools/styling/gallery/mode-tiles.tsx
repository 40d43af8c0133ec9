// The gallery of ready looks: one tile each, with a picture of the layer in that look.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import type { Mark } from '@/contract/schemas/style';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/index';
import { exampleShapes } from './example-shapes';
import classes from './gallery.module.css';
import { isCrowded, type Mode, modesFor } from './modes';
import { drawThumbnail } from './thumbnail';

/** Shapes that a picture is drawn from. */
const SAMPLE = 120;
/** CSS pixels. */
const [WIDTH, HEIGHT] = [92, 52];
/** Canvas pixels for each. */
const DENSITY = 2;

/** Shapes of the layer in the map's tiles, read once they are there; examples of its kind where there are none. */
const useSample = ({ id: layer, type }: Layer): readonly Geometry[] => {
  const map = useMap();
  const [shapes, setShapes] = useState<readonly Geometry[]>([]);
  useEffect(() => {
    let isOn = true;
    const read = () => isOn && setShapes(map.sampleShapes(layer, SAMPLE));
    read();
    void map.idle().then(read);
    return () => {
      isOn = false;
    };
  }, [map, layer]);
  return useMemo(() => (shapes.length > 0 ? shapes : exampleShapes(type)), [shapes, type]);
};

const Thumbnail = ({ mode, shapes, mark }: { mode: Mode; shapes: readonly Geometry[]; mark: Mark }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    pen.setTransform(DENSITY, 0, 0, DENSITY, 0, 0);
    drawThumbnail(pen, mode, shapes, mark, WIDTH, HEIGHT);
  }, [mode, shapes, mark]);
  return (
    <canvas ref={canvas} width={WIDTH * DENSITY} height={HEIGHT * DENSITY} className={classes.picture} aria-hidden />
  );
};

export interface ModeTilesProps {
  layer: Layer;
  value: Mode;
  /** The mark that stands for the style. */
  mark: Mark;
  onChange: (mode: Mode) => void;
}

/** Native radios: one Tab stop, arrows choose. */
export const ModeTiles = ({ layer, value, mark, onChange }: ModeTilesProps) => {
  const t = useTranslations('map.tools.styling');
  const { number } = useFormat();
  const shapes = useSample(layer);
  const name = useId();
  return (
    <fieldset className={classes.modes}>
      <legend className={classes.legend}>{t('kind')}</legend>
      <div className={classes.tiles}>
        {modesFor(layer, value).map((mode) => (
          <label key={mode} className={classes.tile}>
            <input type="radio" name={name} checked={mode === value} onChange={() => onChange(mode)} />
            <Thumbnail mode={mode} shapes={shapes} mark={mark} />
            <span>{t(`kinds.${mode}`)}</span>
          </label>
        ))}
      </div>
      {isCrowded(layer, value) && (
        <Text size="xs" c="dimmed" mt={8}>
          {t('crowded', { count: number(layer.record_count) })}
        </Text>
      )}
    </fieldset>
  );
};
