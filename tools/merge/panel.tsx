// Merge's panel: the records, which of them stays, the outline of the whole; the choice of values comes in a dialog.
'use client';
import { Alert, Button, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ErrorState, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { measures } from '@/map/geo/measure';
import { useOverlay } from '@/map/state/overlay';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { CoordinateBox } from '../coordinates';
import { MissingPicked, PickedList, usePickedRecords } from '../parts/picked-list';
import { useMeasureText } from '../sketch-panel';
import { useMachine } from '../use-machine';
import { useMarkPicked } from '../use-mark-picked';
import { mergeChange } from './change';
import { ChoiceDialog } from './choice-dialog';
import { machine } from './machine';

const OWNER = 'merge';

/** What would become of the records, asked for once all are here. */
const useWhole = (records: readonly LayerRecord[], isComplete: boolean) => {
  const ids = records.map((record) => record.id);
  return useQuery({
    queryKey: ['merge', records.map(({ id, version }) => `${id}.${version}`).sort()],
    queryFn: ({ signal }) => call(api.records.merge, { body: { ids, keep: ids[0] ?? 0, dry_run: true } }, { signal }),
    enabled: isComplete,
    retry: false,
    gcTime: 0,
  });
};

const useOutline = (outline: Geometry | null) => {
  useEffect(() => {
    useOverlay
      .getState()
      .show(OWNER, outline ? [{ geometry: outline, role: 'result', width: 4, dash: 'dash', size: 9 }] : []);
    return () => useOverlay.getState().show(OWNER, []);
  }, [outline]);
};

/** Merges the records into `keep`, and chooses the whole. */
const useMerge = (records: readonly LayerRecord[], keep: LayerRecord | undefined, onDone: () => void) => {
  const t = useTranslations('map.tools.merge');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const [busy, setBusy] = useState(false);
  const ids = records.map((record) => record.id);
  const merge = async (value: Values) => {
    if (!keep) return;
    setBusy(true);
    try {
      const merged = await call(
        api.records.merge,
        { body: { ids, keep: keep.id, value } },
        { headers: { 'if-match': `"${keep.version}"` } },
      );
      const others = records.filter(({ id }) => id !== keep.id);
      map.ask({
        kind: 'changed',
        layers: [merged.layer],
        records: [merged],
        removed: others.map((record) => ({ layer: record.layer, id: record.id })),
        change: mergeChange(t('change'), keep, merged, others),
      });
      toast({ type: 'success', message: t('done', { count: ids.length, shown: number(ids.length) }) });
      onDone();
      useSelection.getState().select(merged.layer, [merged.id], merged.geometry ? [merged.geometry] : []);
    } catch (failure) {
      toast({ type: 'error', message: text(failure) });
    } finally {
      setBusy(false);
    }
  };
  return { merge, busy };
};

export const MergePanel = () => {
  const t = useTranslations('map.tools.merge');
  const text = useErrorText();
  const measure = useMeasureText();
  const [state, act] = useMachine('merge', machine);
  const layer = useTool((s) => s.layers).find(({ id }) => id === state.layer)?.layer;
  const { records, missing, read } = usePickedRecords(state);
  const [asking, setAsking] = useState(false);
  useMarkPicked(state);

  const keep = records.find(({ id }) => id === state.keep) ?? records[0];
  const complete = records.length === state.ids.length && records.length > 1;
  const { merge, busy } = useMerge(records, keep, () => setAsking(false));
  const whole = useWhole(records, complete && !busy);
  const outline = complete ? (whole.data?.geometry ?? null) : null;
  useOutline(outline);
  const size = outline && measures(outline);

  return (
    <Stack gap="sm">
      <CoordinateBox labelled />
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {state.ids.length > 0 && read.isLoading && <Skeleton height={64} aria-label={t('loading')} />}
      {records.length > 0 && (
        <Radio.Group
          label={t('keep')}
          value={String(keep?.id ?? '')}
          onChange={(id) => act({ do: 'keep', id: Number(id) })}
        >
          <PickedList
            records={records}
            layer={layer}
            onDrop={(id) => act({ do: 'drop', id })}
            before={({ id }, title) => <Radio value={String(id)} aria-label={t('keepThis', { title })} />}
          />
        </Radio.Group>
      )}
      <MissingPicked missing={missing} onDrop={(id) => act({ do: 'drop', id })} />
      {complete && whole.error && (
        <Alert color="orange" role="alert">
          {text(whole.error)}
        </Alert>
      )}
      {size && (size.area > 0 || size.length > 0) && (
        <Text size="sm" c="dimmed" role="status">
          {t('whole', { value: measure(size.area || size.length, size.area ? 'area' : 'length') })}
        </Text>
      )}
      <PanelActions>
        <Button
          leftSection={<IconGitMerge size={16} />}
          disabled={!complete || !whole.data}
          onClick={() => setAsking(true)}
        >
          {t('merge')}
        </Button>
        <Button variant="default" disabled={state.ids.length === 0} onClick={() => act({ do: 'clear' })}>
          {t('clear')}
        </Button>
      </PanelActions>
      {asking && keep && layer && (
        <ChoiceDialog
          layer={layer}
          records={records}
          keep={keep}
          saving={busy}
          onSave={(value) => void merge(value)}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
};
