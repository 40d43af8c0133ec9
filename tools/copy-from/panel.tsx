// Copy's panel: the records, the layer they go to, how the fields match, and the copying itself.
'use client';
import { Alert, Button, Group, Progress, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ErrorState, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { PanelActions } from '@/components/layout/panel';
import { Num } from '@/components/num';
import { isReadable } from '@/contract/fields';
import { useValueProblem } from '@/lib/form/value-problem';
import { useFormat } from '@/lib/i18n/use-format';
import { guardUnload } from '@/lib/state/unload-guard';
import { useMap } from '@/map/canvas/provider';
import { useTool } from '@/map/state/tool';
import type { ToolLayer } from '@/map/tool-types';
import { CoordinateBox } from '../coordinates';
import { MissingPicked, PickedList, usePickedRecords } from '../parts/picked-list';
import { hasShapes } from '../record-pick';
import { useMachine } from '../use-machine';
import { useMarkPicked } from '../use-mark-picked';
import { copyAll, copyChange } from './copying';
import { machine } from './machine';
import { type CopyPlan, mappingOf, plan } from './mapping';

const NONE = '';
const HOLDER = 'map:copy';

/** Copies records into a layer; `done` counts those that were made, null while none are being made. Leaving the tool ends it. */
const useCopying = () => {
  const t = useTranslations('map.tools.copyFrom');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const [done, setDone] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const busy = done !== null;
  useEffect(() => {
    guardUnload(HOLDER, busy);
    return () => guardUnload(HOLDER, false);
  }, [busy]);
  // What was made until the tool is left stays, and can be taken back.
  useEffect(() => () => stop.current?.abort(), []);

  const copy = async (target: ToolLayer, list: CopyPlan['good']) => {
    stop.current = new AbortController();
    setDone(0);
    const { records, failure, failed } = await copyAll(target.id, list, setDone, stop.current.signal);
    setDone(null);
    const count = { count: records.length, shown: number(records.length) };
    if (records.length > 0)
      map.ask({
        kind: 'changed',
        layers: [target.id],
        records,
        change: copyChange(t('change', count), target.id, records),
      });
    toast(
      failed > 0
        ? { type: 'error', message: t('failed', { shown: number(failed), reason: text(failure) }) }
        : { type: 'success', message: t('done', { ...count, label: target.label }) },
    );
  };
  return { done, copy, cancel: () => stop.current?.abort() };
};

interface FieldMappingProps {
  source: ToolLayer;
  target: ToolLayer;
  mapping: Readonly<Record<string, string | null>>;
  disabled: boolean;
  onChange: (field: string, from: string | null) => void;
}

/** For each field of the target that may be written, the field of the source that fills it. */
const FieldMapping = ({ source, target, mapping, disabled, onChange }: FieldMappingProps) => {
  const t = useTranslations('map.tools.copyFrom');
  return (
    <>
      <Text size="sm" fw={600}>
        {t('fields')}
      </Text>
      {target.layer.config.form
        .filter((field) => !field.read_only)
        .map((field) => (
          <Select
            key={field.name}
            size="xs"
            label={<bdi>{field.label}</bdi>}
            required={field.required === true}
            data={[
              { value: NONE, label: t('empty') },
              ...source.layer.config.form.filter(isReadable).map(({ name, label }) => ({ value: name, label })),
            ]}
            value={mapping[field.name] ?? NONE}
            disabled={disabled}
            onChange={(value) => onChange(field.name, value || null)}
            allowDeselect={false}
          />
        ))}
    </>
  );
};

/** The records that the target's form refuses, by field and problem. */
const Refusals = ({ planned: { bad, refused } }: { planned: CopyPlan }) => {
  const t = useTranslations('map.tools.copyFrom');
  const problemText = useValueProblem();
  const { number } = useFormat();
  if (refused === 0) return null;
  return (
    <Alert color="orange" title={t('refused', { count: refused, shown: number(refused) })}>
      {bad.map(({ field, problem, count }) => (
        <div key={`${field.name}/${problem}`}>
          <bdi>{field.label}</bdi>: {problemText(field, problem)} (<Num value={count} />)
        </div>
      ))}
    </Alert>
  );
};

interface CopyButtonsProps {
  count: number;
  /** How many are made; null while none are being made. */
  done: number | null;
  onCopy: () => void;
  onStop: () => void;
}

const CopyButtons = ({ count, done, onCopy, onStop }: CopyButtonsProps) => {
  const t = useTranslations('map.tools.copyFrom');
  const { number } = useFormat();
  const busy = done !== null;
  return (
    <>
      {busy && <Progress value={(100 * done) / Math.max(1, count)} aria-label={t('progress')} size="lg" />}
      <PanelActions>
        <Button leftSection={<IconCopyPlus size={16} />} loading={busy} disabled={count === 0} onClick={onCopy}>
          {t('copy', { count, shown: number(count) })}
        </Button>
        {busy && (
          <Button variant="default" onClick={onStop}>
            {t('stop')}
          </Button>
        )}
      </PanelActions>
    </>
  );
};

export const CopyPanel = () => {
  const t = useTranslations('map.tools.copyFrom');
  const { number } = useFormat();
  const [state, act] = useMachine('copyFrom', machine);
  const layers = useTool((s) => s.layers);
  const source = layers.find(({ id }) => id === state.layer);
  const target = layers.find(({ id }) => id === state.into);
  const possible = layers.filter((l) => l.rights.add && hasShapes(l) && (!source || l.type === source.type));
  const { records, missing, read } = usePickedRecords(state);
  const { done, copy, cancel } = useCopying();
  useMarkPicked(state);
  const mapping = useMemo(
    () => (source && target ? mappingOf(source.layer.config.form, target.layer.config.form, state.mapping) : {}),
    [source, target, state.mapping],
  );
  const planned = useMemo(
    () => (target ? plan(records, target.layer.config.form, mapping) : null),
    [records, target, mapping],
  );
  const busy = done !== null;
  const drop = (id: number) => act({ do: 'drop', id });
  return (
    <Stack gap="sm">
      <CoordinateBox labelled />
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {state.ids.length > 0 && read.isLoading && <Skeleton height={64} aria-label={t('loading')} />}
      <MissingPicked missing={missing} onDrop={drop} />
      {records.length > 0 && (
        <>
          <Group justify="space-between">
            <Text size="sm" role="status">
              {t('chosen', { count: records.length, shown: number(records.length), label: source?.label ?? '' })}
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={() => act({ do: 'clear' })} disabled={busy}>
              {t('clear')}
            </Button>
          </Group>
          <PickedList records={records} layer={source?.layer} onDrop={drop} />
          <Select
            label={t('into')}
            placeholder={possible.length > 0 ? t('chooseLayer') : t('noLayer')}
            data={possible.map(({ id, label }) => ({ value: String(id), label }))}
            value={target ? String(target.id) : null}
            disabled={busy || possible.length === 0}
            onChange={(value) => act({ do: 'into', layer: value === null ? null : Number(value) })}
            searchable
            allowDeselect={false}
          />
        </>
      )}
      {target && source && planned && records.length > 0 && (
        <>
          <FieldMapping
            source={source}
            target={target}
            mapping={mapping}
            disabled={busy}
            onChange={(field, from) => act({ do: 'map', field, from })}
          />
          <Refusals planned={planned} />
          <CopyButtons
            count={planned.good.length}
            done={done}
            onCopy={() => void copy(target, planned.good)}
            onStop={cancel}
          />
        </>
      )}
    </Stack>
  );
};
