// What was left unfinished on the map before this page: drawn shapes, and changes of records. Offered once, one at a time.
'use client';
import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { dropText, keptKeys, keptText, textsReady } from '@/lib/state/kept-texts';
import { RECORD_DRAFTS, recordOfKey } from '@/lib/state/record-drafts';
import { useMap, useMapReady } from '@/map/canvas/provider';
import { extentOf } from '@/map/geo/walk';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { type SketchDraft, sketchDrafts, storeSketches } from '../draw/draft';
import { canDrawInto, type DrawAction, type DrawState } from '../draw/machine';

type Left = { key: string; layer: number; at: string } & ({ draft: SketchDraft } | { record: number });

/** Moment of a kept form with a changed shape; null for any other text. */
const reshapedAt = (text: string | null): string | null => {
  try {
    const { geometry, at } = JSON.parse(text ?? '') as { geometry?: unknown; at?: unknown };
    return geometry && typeof at === 'string' ? at : null;
  } catch {
    return null;
  }
};

const leftBehind = (): Left[] =>
  [
    ...sketchDrafts().map(({ key, draft }): Left => ({ key, draft, layer: draft.layer, at: draft.at })),
    ...keptKeys(RECORD_DRAFTS).flatMap((key): Left[] => {
      const [of, at] = [recordOfKey(key), reshapedAt(keptText(key))];
      return of && at ? [{ key, ...of, at }] : [];
    }),
  ].sort((a, b) => b.at.localeCompare(a.at));

export interface SketchDraftsProps {
  /** Opens the form of a record, which offers its own draft. */
  onOpen: (record: number) => void;
}

/** What was left behind, known once stored texts are read; from then on what is drawn is stored in its turn. */
const useLeftBehind = () => {
  const [left, setLeft] = useState<Left[]>([]);

  useEffect(() => {
    let here = true;
    let stop: (() => void) | undefined;
    void textsReady().then(() => {
      if (!here) return;
      setLeft(leftBehind());
      stop = storeSketches();
    });
    return () => {
      here = false;
      stop?.();
    };
  }, []);
  return [left, setLeft] as const;
};

/** Keeps what is drawn for as long as it is mounted; put it beside the map of a screen that saves drawn records. */
export const SketchDrafts = ({ onOpen }: SketchDraftsProps) => {
  const t = useTranslations('map.sketch.drafts');
  const { date, number } = useFormat();
  const map = useMap();
  const ready = useMapReady();
  const layers = useTool((s) => s.layers);
  const drawing = useSketch((s) => s.mode === 'edit' || s.vertices > 0);
  const [left, setLeft] = useLeftBehind();
  const offered = left.filter((one) => {
    const layer = layers.find(({ id }) => id === one.layer);
    return layer && ('record' in one ? layer.rights.edit : canDrawInto(layer));
  });
  const [first] = offered;
  if (!first || !ready || drawing) return null;
  const label = layers.find(({ id }) => id === first.layer)?.label ?? '';
  const done = () => setLeft((all) => all.filter(({ key }) => key !== first.key));

  const take = () => {
    if ('record' in first) {
      done();
      return onOpen(first.record);
    }
    const { draft } = first;
    const { setTarget, activate } = useTool.getState();
    setTarget(draft.layer);
    activate('draw');
    const state = useTool.getState().states.get('draw') as DrawState | undefined;
    // Another tool's work comes first, or the layer takes no drawing any more: the draft stays.
    if (useTool.getState().active !== 'draw' || state?.phase !== 'sketching' || state.layer !== draft.layer) return;
    const extent = extentOf([draft.done ?? { type: 'LineString', coordinates: draft.set }]);
    if (extent) map.fitExtent(extent, { padding: 120 });
    if (draft.done) map.act('draw', { do: 'restore', geometry: draft.done } satisfies DrawAction);
    else map.drawing.resume(draft.set, draft.via);
    dropText(first.key);
    done();
  };

  return (
    <Paper component="section" aria-label={t('title')} withBorder shadow="md" p="sm" maw={360}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="start">
          <Text size="sm" flex={1} role="status">
            {t('record' in first ? 'reshape' : 'drawing', { layer: label, when: date(first.at, 'relative') })}
          </Text>
          <CloseButton size="sm" aria-label={t('later')} title={t('later')} onClick={() => setLeft([])} />
        </Group>
        <Group gap="xs">
          <Button size="compact-sm" onClick={take}>
            {t('record' in first ? 'open' : 'take')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => {
              dropText(first.key);
              done();
            }}
          >
            {t('discard')}
          </Button>
        </Group>
        {offered.length > 1 && (
          <Text size="xs" c="dimmed">
            {t('more', { count: offered.length - 1, shown: number(offered.length - 1) })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
};
