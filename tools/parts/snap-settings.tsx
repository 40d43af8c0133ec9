// What catches the pointer while one draws, and whether the line follows what it was caught on. Folded away until asked for.
'use client';
import { Button, Checkbox, Collapse, Group, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconMagnet, IconMagnetOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useId } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { useSketch } from '@/map/state/sketch';
import { isTracing, MAX_REACH, MIN_REACH, useSnapping } from '@/map/state/snapping';
import { useTool } from '@/map/state/tool';
import { hasShapes } from '../record-pick';

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

type Flag = 'vertices' | 'edges' | 'own' | 'angles' | 'otherWay';

const FlagBox = ({ flag, disabled = false }: { flag: Flag; disabled?: boolean }) => {
  const t = useTranslations('map.sketch.snap');
  const checked = useSnapping((s) => s[flag]);
  const change = useSnapping((s) => s.change);
  return (
    <Checkbox
      size="xs"
      label={t(flag)}
      checked={checked}
      disabled={disabled}
      onChange={(event) => change({ [flag]: event.currentTarget.checked })}
    />
  );
};

/** What the pointer snaps to, and from how far. */
const SnapTargets = () => {
  const t = useTranslations('map.sketch.snap');
  const { on, reach, only, change } = useSnapping();
  const shape = useSketch((s) => s.shape);
  const layers = useTool((s) => s.layers).filter((layer) => hasShapes(layer) && layer.visible);
  return (
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
        <FlagBox flag="vertices" disabled={!on} />
        <FlagBox flag="edges" disabled={!on} />
        <FlagBox flag="own" disabled={!on} />
      </Group>
      <MultiSelect
        size="xs"
        label={t('layers')}
        placeholder={only.length === 0 ? t('allLayers') : undefined}
        data={layers.map(({ id, label }) => ({ value: String(id), label }))}
        value={only.map(String)}
        disabled={!on}
        searchable
        clearable
        limit={50}
        onChange={(values) => change({ only: values.map(Number) })}
      />
      {shape !== 'point' && <FlagBox flag="angles" />}
    </Stack>
  );
};

export const SnapSettings = () => {
  const t = useTranslations('map.sketch.snap');
  const { number } = useFormat();
  const id = useId();
  const [opened, { toggle }] = useDisclosure(false);
  const snapping = useSnapping();
  const { on, reach, change } = snapping;
  const { mode, shape } = useSketch();
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
          <FlagBox flag="otherWay" />
        </>
      )}
      <Collapse expanded={opened} id={id}>
        <SnapTargets />
      </Collapse>
    </Stack>
  );
};
