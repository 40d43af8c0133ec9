// Drawing's panel: the layer that the new record goes to, and the sketch.
'use client';
import { Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { SketchPanel } from '../sketch-panel';
import { canDrawInto, findTargetLayer } from './machine';

export const DrawPanel = () => {
  const t = useTranslations('map.tools.draw');
  const { layers, target, setTarget } = useTool();
  const mode = useSketch((state) => state.mode);
  const possible = layers.filter(canDrawInto);
  const into = findTargetLayer(layers, target);
  return (
    <Stack gap="md">
      <Select
        label={t('layer')}
        placeholder={t('chooseLayer')}
        data={possible.map(({ id, label }) => ({ value: String(id), label }))}
        value={into ? String(into.id) : null}
        onChange={(value) => setTarget(value === null ? null : Number(value))}
        allowDeselect={false}
        searchable
      />
      <SketchPanel done={mode === 'draw' ? t('finish') : null} />
    </Stack>
  );
};
