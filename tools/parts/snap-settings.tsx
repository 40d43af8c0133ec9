// What catches the pointer while one draws, and whether the line follows what it was caught on. Folded away until asked for.
'use client';
import { Button, Checkbox, Collapse, Group, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconMagnet, IconMagnetOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useId } from 'react';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { useSketch } from '@/map/state/sketch';
import { isTracing, MAX_REACH, MIN_REACH, useSnapping } from '@/map/state/snapping';
import { useTool } from '@/map/state/tool';
import { hasShapes } from '../record-pick';
import { NumberField } from './number-field';

/** The key that traces while it is held, by its place on the keyboard. */
const TRACE_KEY = 'KeyT';

/** Tracing for as long as the key is down; before the tools' own keys, one of which it is. */
const useTraceKey = (isEnabled: boolean) => {
  const { setTraceKeyDown } = useSnapping.getState();
  useHotkeys(
    'first',
    [{ keys: [TRACE_KEY, `Shift+${TRACE_KEY}`], repeats: true, run: () => setTraceKeyDown(true) }],
    isEnabled,
  );
  useEffect(() => {
    if (!isEnabled) return;
    const onUp = (event: KeyboardEvent) => {
      if (event.code === TRACE_KEY) setTraceKeyDown(false);
    };
    const onBlur = () => setTraceKeyDown(false);
    window.addEventListener('keyup', onUp, { capture: true });
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keyup', onUp, { capture: true });
      window.removeEventListener('blur', onBlur);
      setTraceKeyDown(false);
    };
  }, [isEnabled, setTraceKeyDown]);
};

export const SnapSettings = () => {
  const t = useTranslations('map.sketch.snap');
  const { number } = useFormat();
  const id = useId();
  const [opened, { toggle }] = useDisclosure(false);
  const snapping = useSnapping();
  const { on, reach, vertices, edges, own, only, otherWay, angles, change } = snapping;
  const { mode, shape } = useSketch();
  const layers = useTool((s) => s.layers).filter((layer) => hasShapes(layer) && layer.visible);
  const traceable = mode === 'draw' && (shape === 'line' || shape === 'polygon');
  useTraceKey(traceable);
  const summary = on ? t('summary', { reach, shown: number(reach) }) : t('off');
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={on ? <IconMagnet size={16} /> : <IconMagnetOff size={16} />}
          rightSection={
            <IconChevronDown size={14} style={{ transform: opened ? 'rotate(180deg)' : 'none' }} aria-hidden />
          }
          aria-expanded={opened}
          aria-controls={id}
          onClick={toggle}
        >
          {summary}
        </Button>
        {traceable && (
          <Switch
            ms="auto"
            size="sm"
            label={t('tracing')}
            title="T"
            aria-keyshortcuts="T"
            checked={isTracing(snapping)}
            disabled={!on}
            onChange={(event) => change({ tracing: event.currentTarget.checked })}
          />
        )}
      </Group>
      {traceable && isTracing(snapping) && (
        <>
          <Text size="xs" c="dimmed" role="status">
            {t('tracingHint')}
          </Text>
          <Checkbox
            size="xs"
            label={t('otherWay')}
            checked={otherWay}
            onChange={(event) => change({ otherWay: event.currentTarget.checked })}
          />
        </>
      )}
      <Collapse expanded={opened} id={id}>
        <Stack gap="xs">
          <Switch
            size="sm"
            label={t('on')}
            checked={on}
            onChange={(event) => change({ on: event.currentTarget.checked })}
          />
          <NumberField
            label={t('reach')}
            size="xs"
            whole
            value={reach}
            min={MIN_REACH}
            max={MAX_REACH}
            disabled={!on}
            onChange={(value) => change({ reach: value })}
          />
          <Group gap="md">
            <Checkbox
              size="xs"
              label={t('vertices')}
              checked={vertices}
              disabled={!on}
              onChange={(event) => change({ vertices: event.currentTarget.checked })}
            />
            <Checkbox
              size="xs"
              label={t('edges')}
              checked={edges}
              disabled={!on}
              onChange={(event) => change({ edges: event.currentTarget.checked })}
            />
            <Checkbox
              size="xs"
              label={t('own')}
              checked={own}
              disabled={!on}
              onChange={(event) => change({ own: event.currentTarget.checked })}
            />
          </Group>
          <MultiSelect
            size="xs"
            label={t('layers')}
            placeholder={only.length === 0 ? t('allLayers') : undefined}
            data={layers.map(({ id: layer, label }) => ({ value: String(layer), label }))}
            value={only.map(String)}
            disabled={!on}
            searchable
            clearable
            limit={50}
            onChange={(values) => change({ only: values.map(Number) })}
          />
          {shape !== 'point' && (
            <Checkbox
              size="xs"
              label={t('angles')}
              checked={angles}
              onChange={(event) => change({ angles: event.currentTarget.checked })}
            />
          )}
        </Stack>
      </Collapse>
    </Stack>
  );
};
