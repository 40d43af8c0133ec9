// Fewer corners for a shape: how many remain and what becomes of its area is told before it is taken.
'use client';
import { Button, Group, Slider, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Geometry } from '@/contract/schemas/common';
import type { RegionShapeOrder } from '@/contract/schemas/regions/shape';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { areaOf, useMeasureText } from '@/map';
import { cornersOf } from '../../logic/draft';
import classes from '../regions.module.css';

const WAIT_MS = 300;
const METRES_PER_DEGREE = 111_000;
/** Metres that an edge may move, by the slider's place. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

export function SimplifyDialog({
  geometry,
  onTake,
  onClose,
}: {
  geometry: Geometry;
  onTake: (geometry: Geometry) => void;
  onClose: () => void;
}) {
  const t = useTranslations('regions.simplify');
  const errorText = useErrorText();
  const measure = useMeasureText();
  const { number, percent } = useFormat();
  const [place, setPlace] = useState(3);
  const [metres] = useDebouncedValue(STEPS[place] ?? 10, WAIT_MS);
  const of = { geometry } as Extract<RegionShapeOrder, { act: 'simplify' }>['of'];
  const reading = useRead(
    api.regions.shape,
    { body: { act: 'simplify', of, tolerance: metres / METRES_PER_DEGREE } },
    { keep: true },
  );
  const [shape] = reading.data?.shapes ?? [];
  const [before] = useState(() => areaOf(geometry));
  return (
    <Dialog opened onClose={onClose} title={t('title')}>
      <div className={classes.stack}>
        <div>
          <Text size="sm" mb={4}>
            {t('tolerance', { value: measure(STEPS[place] ?? 10, 'length') })}
          </Text>
          <Slider
            aria-label={t('label')}
            min={0}
            max={STEPS.length - 1}
            value={place}
            onChange={setPlace}
            label={null}
            aria-valuetext={measure(STEPS[place] ?? 10, 'length')}
          />
        </div>
        <p className={classes.effect} role="status">
          {reading.error
            ? errorText(reading.error)
            : shape
              ? t('result', {
                  before: number(cornersOf(geometry)),
                  after: number(cornersOf(shape.geometry)),
                  change: percent(before > 0 ? Math.abs(shape.area - before) / before : 0),
                })
              : t('wait')}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button disabled={!shape || reading.isFetching} onClick={() => shape && onTake(shape.geometry)}>
            {t('take')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
