// Turns, scales, simplifies drawings and moves them sideways, by numbers.
'use client';
import { Button } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconRotate2,
  IconRotateClockwise2,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { NumberField } from '@/components/fields/number-field';
import { IconButton } from '@/components/icon-button';
import { useFormat } from '@/lib/i18n/use-format';
import { resized, rotateDrawing, simplifyDrawing } from '@/map/geo/drawings';
import { changeDrawings, type Item } from '@/map/state/drawings';
import classes from './drawings.module.css';
import type { useServerShapes } from './use-server-shapes';

/** By how much; `metres` simplifies, `side` moves. */
export const FIRST_NUMBERS = { degrees: 15, percent: 110, metres: 10, side: 10 };

interface SimplifyFieldsProps {
  items: readonly Item[];
  metres: number;
  onMetres: (metres: number) => void;
}

const SimplifyFields = ({ items, metres, onMetres }: SimplifyFieldsProps) => {
  const t = useTranslations('map.tools.drawings');
  const { number } = useFormat();
  const simplify = () => {
    const changed = items.filter(({ drawing }) => simplifyDrawing(drawing, metres) !== drawing).length;
    changeDrawings(
      items.map(({ key }) => key),
      (drawing) => simplifyDrawing(drawing, metres),
    );
    toast({ type: 'info', message: t('thinned', { count: changed, shown: number(changed) }) });
  };
  return (
    <>
      <NumberField size="xs" label={t('simplifyMetres')} value={metres} min={0.01} max={100_000} onChange={onMetres} />
      <Button size="xs" variant="default" px="xs" onClick={simplify}>
        {t('simplify')}
      </Button>
    </>
  );
};

interface TransformFieldsProps {
  items: readonly Item[];
  numbers: typeof FIRST_NUMBERS;
  onNumbers: (numbers: typeof FIRST_NUMBERS) => void;
  shapes: ReturnType<typeof useServerShapes>;
  canSimplify: boolean;
  canOffset: boolean;
}

export const TransformFields = ({
  items,
  numbers,
  onNumbers,
  shapes,
  canSimplify,
  canOffset,
}: TransformFieldsProps) => {
  const t = useTranslations('map.tools.drawings');
  const keys = items.map(({ key }) => key);
  const set = (change: Partial<typeof FIRST_NUMBERS>) => onNumbers({ ...numbers, ...change });
  return (
    <div className={classes.fields}>
      <NumberField
        size="xs"
        label={t('degrees')}
        value={numbers.degrees}
        min={1}
        max={180}
        onChange={(degrees) => set({ degrees })}
      />
      <div className={classes.both}>
        <IconButton
          label={t('turnLeft')}
          onClick={() => changeDrawings(keys, (d) => rotateDrawing(d, -numbers.degrees))}
        >
          <IconRotate2 size={18} />
        </IconButton>
        <IconButton
          label={t('turnRight')}
          onClick={() => changeDrawings(keys, (d) => rotateDrawing(d, numbers.degrees))}
        >
          <IconRotateClockwise2 size={18} />
        </IconButton>
      </div>
      <NumberField
        size="xs"
        label={t('percent')}
        value={numbers.percent}
        min={101}
        max={1000}
        onChange={(percent) => set({ percent })}
      />
      <div className={classes.both}>
        <IconButton label={t('larger')} onClick={() => changeDrawings(keys, (d) => resized(d, numbers.percent / 100))}>
          <IconArrowsDiagonal size={18} />
        </IconButton>
        <IconButton label={t('smaller')} onClick={() => changeDrawings(keys, (d) => resized(d, 100 / numbers.percent))}>
          <IconArrowsDiagonalMinimize2 size={18} />
        </IconButton>
      </div>
      {canSimplify && <SimplifyFields items={items} metres={numbers.metres} onMetres={(metres) => set({ metres })} />}
      <NumberField
        size="xs"
        label={t('offsetMetres')}
        value={numbers.side}
        min={-100_000}
        max={100_000}
        onChange={(side) => set({ side })}
      />
      <Button
        size="xs"
        variant="default"
        px="xs"
        loading={shapes.busy}
        disabled={!canOffset || numbers.side === 0}
        onClick={() => void shapes.offset(items, numbers.side)}
      >
        {t('offset')}
      </Button>
    </div>
  );
};
