// What is under the hand, in numbers and buttons; shared by the tools that draw.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconBackspace, IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { PanelActions } from '@/components/layout/panel';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { areaIn, lengthIn } from '@/map/geo/measure-units';
import { useMeasuring } from '@/map/state/measuring';
import { useSketch } from '@/map/state/sketch';
import type { Shape } from '@/map/tool-types';
import { CoordinateBox } from './coordinates';
import { SketchWarnings } from './parts/sketch-warnings';
import { SnapSettings } from './parts/snap-settings';
import { useWholeShapes } from './parts/use-whole-shapes';
import { ReshapeExtras } from './reshape-extras';

/** A measure as people read it: "12.4 km", "3.2 ha", in the units that the measuring tool was set to, digits of the reader's script. */
export const useMeasureText = () => {
  const t = useTranslations('map.units');
  const { number } = useFormat();
  const units = useMeasuring((s) => s.units);
  return (value: number, of: 'length' | 'area'): string => {
    const tidy = of === 'length' ? lengthIn(value, units.length) : areaIn(value, units.area);
    return t(tidy.unit, { value: number(tidy.value, { maximumFractionDigits: tidy.digits }) });
  };
};

/** What is drawn vertex by vertex; a stroke or two clicks take the pointer as it is. */
const SNAPS: readonly (Shape | null)[] = ['point', 'line', 'polygon'];

interface SketchPanelProps {
  /** The words on the button that ends it; null where a form's own button does. */
  done: string | null;
}

export const SketchPanel = ({ done }: SketchPanelProps) => {
  const t = useTranslations('map.sketch');
  const map = useMap();
  const measure = useMeasureText();
  const { mode, shape, geometry, length, area, canUndo, canRedo, canFinish } = useSketch();
  useWholeShapes();
  if (mode === 'none') return null;
  const isArea = geometry?.type.endsWith('Polygon') ?? false;
  const isPoint = geometry?.type.endsWith('Point') ?? false;
  return (
    <Stack gap="xs">
      {geometry && !isPoint && (
        <Group gap="md" role="status" aria-live="off">
          <Text size="sm">{t(isArea ? 'perimeter' : 'length', { value: measure(length, 'length') })}</Text>
          {isArea && <Text size="sm">{t('area', { value: measure(area, 'area') })}</Text>}
        </Group>
      )}
      <SketchWarnings />
      <CoordinateBox labelled />
      <Group gap={4}>
        <IconButton
          label={t('undo')}
          hotkey="Ctrl+Z"
          disabled={!canUndo}
          onClick={() => map.send({ kind: 'key', name: 'undo' })}
        >
          <IconArrowBackUp size={18} />
        </IconButton>
        <IconButton
          label={t('redo')}
          hotkey="Ctrl+Y"
          disabled={!canRedo}
          onClick={() => map.send({ kind: 'key', name: 'redo' })}
        >
          <IconArrowForwardUp size={18} />
        </IconButton>
        <IconButton
          label={t(mode === 'draw' ? 'back' : 'remove')}
          hotkey={mode === 'draw' ? 'Backspace' : 'Delete'}
          onClick={() => map.send({ kind: 'key', name: 'back' })}
        >
          <IconBackspace size={18} />
        </IconButton>
        {done !== null && (
          <PanelActions>
            <Button
              leftSection={<IconCheck size={16} />}
              disabled={!canFinish}
              onClick={() => map.send({ kind: 'key', name: 'finish' })}
            >
              {done}
            </Button>
          </PanelActions>
        )}
      </Group>
      {(mode === 'edit' || SNAPS.includes(shape)) && <SnapSettings />}
      <ReshapeExtras />
    </Stack>
  );
};
