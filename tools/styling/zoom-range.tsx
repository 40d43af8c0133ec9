// Between which zooms something is drawn: two numbers and the present zoom for each.
'use client';
import { Group } from '@mantine/core';
import { IconFocus2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { NumberField } from '@/components/fields/number-field';
import { IconButton } from '@/components/icon-button';
import { DEFAULT_VIEW, useView } from '@/map/state/view';

export interface ZoomRangeProps {
  min: number;
  max: number;
  onChange: (range: { min_zoom: number; max_zoom: number }) => void;
}

/** The zoom of the map now, as it is written down: to a tenth. */
const tenth = (zoom: number) => Math.round(zoom * 10) / 10;

export const ZoomRange = ({ min, max, onChange }: ZoomRangeProps) => {
  const t = useTranslations('map.tools.styling.zooms');
  const zoom = tenth((useView((s) => s.view) ?? DEFAULT_VIEW).zoom);
  return (
    <Group gap="xs" wrap="nowrap" align="start" grow>
      <NumberField
        label={t('from')}
        value={min}
        min={0}
        max={max}
        step={0.5}
        onChange={(min_zoom) => onChange({ min_zoom, max_zoom: max })}
        rightSectionPointerEvents="all"
        rightSection={
          <IconButton
            label={t('present')}
            size={24}
            disabled={zoom > max}
            onClick={() => onChange({ min_zoom: zoom, max_zoom: max })}
          >
            <IconFocus2 size={14} />
          </IconButton>
        }
      />
      <NumberField
        label={t('to')}
        value={max}
        min={min}
        max={24}
        step={0.5}
        onChange={(max_zoom) => onChange({ min_zoom: min, max_zoom })}
        rightSectionPointerEvents="all"
        rightSection={
          <IconButton
            label={t('present')}
            size={24}
            disabled={zoom < min}
            onClick={() => onChange({ min_zoom: min, max_zoom: zoom })}
          >
            <IconFocus2 size={14} />
          </IconButton>
        }
      />
    </Group>
  );
};
