// Identify's panel: how to ask, and what was found, layer by layer.
'use client';
import { Button, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { IconLine, IconListDetails, IconPointFilled, IconPolygon, IconRectangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMap } from '@/map/canvas/provider';
import { useTool } from '@/map/state/tool';
import { CoordinateBox } from '../coordinates';
import { SketchPanel } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { ASK_SHAPES, type AskShape, machine } from './machine';
import { Results } from './results';

const ICONS = { point: IconPointFilled, line: IconLine, polygon: IconPolygon, rectangle: IconRectangle };

export const IdentifyPanel = () => {
  const t = useTranslations('map.tools.identify');
  const [{ shape, layerIds, question }, act] = useMachine('identify', machine);
  const map = useMap();
  const layers = useTool((s) => s.layers).filter((l) => l.type > 0);
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('how')}
        value={shape}
        onChange={(value) => act({ do: 'shape', shape: value as AskShape })}
        data={ASK_SHAPES.map((value) => {
          const Icon = ICONS[value];
          return {
            value,
            label: (
              <>
                <Icon size={18} style={{ display: 'block', marginInline: 'auto' }} aria-hidden />
                {t(`shapes.${value}`)}
              </>
            ),
          };
        })}
      />
      <MultiSelect
        aria-label={t('layers')}
        placeholder={layerIds ? undefined : t('allVisible')}
        data={layers.map(({ id, label }) => ({ value: String(id), label }))}
        value={(layerIds ?? []).map(String)}
        onChange={(value) => act({ do: 'layers', layerIds: value.length > 0 ? value.map(Number) : null })}
        searchable
        clearable
        maxDropdownHeight={280}
      />
      {shape === 'point' ? <CoordinateBox labelled /> : <SketchPanel done={null} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListDetails size={16} aria-hidden />}
        aria-keyshortcuts="L"
        onClick={() => act({ do: 'view', extent: map.getExtent() })}
      >
        {t('inView')}
      </Button>
      {question && <Results key={JSON.stringify(question)} question={question} />}
    </Stack>
  );
};
