// The nine kinds of work as tiles, and in one sentence what comes of the chosen one.
'use client';
import { Text } from '@mantine/core';
import {
  IconCircleDotted,
  IconCrop,
  IconFocusCentered,
  IconHexagon,
  IconLayersIntersect2,
  IconLayersSubtract,
  IconRoute2,
  IconSquareDot,
  IconSum,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ComponentType, useId } from 'react';
import { ANALYSES, type Analysis } from '@/contract/schemas/analysis';
import classes from './analysis.module.css';

const ICONS: Record<Analysis, ComponentType<{ size?: number | string }>> = {
  buffer: IconCircleDotted,
  centroid: IconFocusCentered,
  hull: IconHexagon,
  intersection: IconLayersIntersect2,
  difference: IconLayersSubtract,
  clip: IconCrop,
  within: IconSquareDot,
  nearest: IconRoute2,
  summary: IconSum,
};

export const Operations = ({ how, onChange }: { how: Analysis; onChange: (how: Analysis) => void }) => {
  const t = useTranslations('map.tools.analysis');
  const name = useId();
  return (
    <div>
      <div className={classes.tiles} role="radiogroup" aria-label={t('how')}>
        {ANALYSES.map((one) => {
          const Icon = ICONS[one];
          return (
            <label key={one} className={classes.tile} title={t(`ops.${one}.what`)}>
              <input
                type="radio"
                className={classes.radio}
                name={name}
                value={one}
                checked={how === one}
                onChange={() => onChange(one)}
              />
              <Icon size={20} aria-hidden />
              <span>{t(`ops.${one}.name`)}</span>
            </label>
          );
        })}
      </div>
      <Text size="sm" mt={8} aria-live="polite">
        {t(`ops.${how}.what`)}
      </Text>
    </div>
  );
};
