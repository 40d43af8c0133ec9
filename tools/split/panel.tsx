// Split's panel: what cuts, the parts that would come of it, and the cut.
'use client';
import { Alert, Button, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconScissors } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { measures } from '@/map/geo/measure';
import { useOverlay } from '@/map/state/overlay';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { CoordinateBox } from '../coordinates';
import { SketchPanel, useMeasureText } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { splitChange } from './change';
import { type Blade, listBlades, machine } from './machine';
import classes from './split.module.css';

const OWNER = 'split';
/** Colours of the parts, in turn; told apart by colour-blind eyes too, and each part has its number besides. */
export const PART_COLOURS = ['#1c7ed6', '#f08c00', '#0ca678', '#ae3ec9', '#e8590c', '#5c940d'] as const;
const colourOf = (i: number): string => PART_COLOURS[i % PART_COLOURS.length] ?? PART_COLOURS[0];

export const SplitPanel = () => {
  const t = useTranslations('map.tools.split');
  const text = useErrorText();
  const [state, act] = useMachine('split', machine);
  const layers = useTool((s) => s.layers);
  const hit = state.phase === 'waiting' ? state.hit : null;

  useEffect(() => {
    if (!hit) return;
    const stop = new AbortController();
    call(api.records.one, { params: { id: hit.id } }, { signal: stop.signal }).then(
      (record) => {
        if (!record.geometry) {
          toast({ type: 'warning', message: t('noShape') });
          return act({ do: 'choose' });
        }
        useSelection.getState().select(record.layer, [record.id], [record.geometry]);
        act({ do: 'record', record });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        toast({ type: 'error', message: text(error) });
        act({ do: 'choose' });
      },
    );
    return () => stop.abort();
  }, [hit, act, text, t]);

  if (state.phase === 'choose') return <CoordinateBox labelled />;
  if (state.phase === 'waiting') return <Skeleton height={72} aria-label={t('hints.waiting')} />;
  const type = layers.find(({ id }) => id === state.record.layer)?.type ?? 0;
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label={t('by')}
        value={state.blade}
        onChange={(blade) => act({ do: 'blade', blade: blade as Blade })}
        data={listBlades(type).map((value) => ({ value, label: t(`blades.${value}`) }))}
      />
      {state.phase === 'held' ? (
        <Parts
          record={state.record}
          by={state.by}
          onAgain={() => act({ do: 'again' })}
          onDone={() => act({ do: 'choose' })}
        />
      ) : (
        <>
          {state.record.unconfiremed_value && <Alert color="orange">{t('waits')}</Alert>}
          <SketchPanel done={t('finish')} />
        </>
      )}
      <Button variant="subtle" color="gray" onClick={() => act({ do: 'choose' })}>
        {t('other')}
      </Button>
    </Stack>
  );
};

interface PartsProps {
  record: LayerRecord;
  by: Geometry;
  onAgain: () => void;
  onDone: () => void;
}

/** The parts as the server would make them, shown on the map. */
const useParts = (record: LayerRecord, by: Geometry) => {
  const { digits } = useFormat();
  const { data: parts, error } = useQuery({
    queryKey: ['split', record.id, record.version, by],
    queryFn: ({ signal }) =>
      call(api.records.split, { params: { id: record.id }, body: { split_by: by, dry_run: true } }, { signal }),
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    useOverlay
      .getState()
      .show(OWNER, [
        ...(parts ?? []).flatMap(({ geometry }, i) =>
          geometry
            ? [{ geometry, color: colourOf(i), width: 4, fill_opacity: 0.35, text: digits(i + 1), font_size: 16 }]
            : [],
        ),
        { geometry: by, dash: 'dash' as const, width: 2, fill_opacity: 0 },
      ]);
    return () => useOverlay.getState().show(OWNER, []);
  }, [parts, by, digits]);
  return { parts, error };
};

/** Cuts, and chooses what came of it. */
const useCut = (record: LayerRecord, by: Geometry, onDone: () => void) => {
  const t = useTranslations('map.tools.split');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const [busy, setBusy] = useState(false);
  const cut = async () => {
    setBusy(true);
    try {
      const created = await call(
        api.records.split,
        { params: { id: record.id }, body: { split_by: by } },
        { headers: { 'if-match': `"${record.version}"` } },
      );
      map.ask({
        kind: 'changed',
        layers: [record.layer],
        records: created,
        change: splitChange(t('change'), record, created),
      });
      toast({ type: 'success', message: t('done', { count: created.length, shown: number(created.length) }) });
      onDone();
      useSelection.getState().select(
        record.layer,
        created.map((part) => part.id),
        created.flatMap((part) => part.geometry ?? []),
      );
    } catch (failure) {
      toast({ type: 'error', message: text(failure) });
    } finally {
      setBusy(false);
    }
  };
  return { cut, busy };
};

const PartsList = ({ parts }: { parts: readonly { geometry: Geometry | null }[] }) => {
  const t = useTranslations('map.tools.split');
  const measure = useMeasureText();
  const { digits } = useFormat();
  const sizes = useMemo(() => parts.map(({ geometry }) => geometry && measures(geometry)), [parts]);
  return (
    <ol className={classes.parts}>
      {sizes.map((size, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names but their places.
        <li key={i}>
          <span className={classes.dot} style={{ background: colourOf(i) }} aria-hidden />
          <span>{digits(i + 1)}.</span>
          <span>{size && measure(size.area || size.length, size.area ? 'area' : 'length')}</span>
          {i === 0 && <span className={classes.note}>{t('keeps')}</span>}
        </li>
      ))}
    </ol>
  );
};

/** The parts as the server would make them, on the map and in words. */
const Parts = ({ record, by, onAgain, onDone }: PartsProps) => {
  const t = useTranslations('map.tools.split');
  const text = useErrorText();
  const { number } = useFormat();
  const { parts, error } = useParts(record, by);
  const { cut, busy } = useCut(record, by, onDone);
  if (!parts && !error) return <Skeleton height={96} aria-label={t('looking')} />;
  return (
    <Stack gap="sm">
      {error && (
        <Alert color="orange" role="alert">
          {text(error)}
        </Alert>
      )}
      {parts && (
        <>
          <Text size="sm" role="status">
            {t('parts', { count: parts.length, shown: number(parts.length) })}
          </Text>
          <PartsList parts={parts} />
        </>
      )}
      <PanelActions>
        <Button
          leftSection={<IconScissors size={16} />}
          onClick={() => void cut()}
          loading={busy}
          disabled={!parts}
          data-autofocus
        >
          {t('cut')}
        </Button>
        <Button variant="default" onClick={onAgain} disabled={busy}>
          {t('again')}
        </Button>
      </PanelActions>
    </Stack>
  );
};
