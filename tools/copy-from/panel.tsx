// Copy's panel: the records, the layer they go to, how the fields match, and the copying itself.
'use client';
import { Alert, Button, Group, Progress, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ErrorState, useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { useFormat } from '@/lib/i18n/use-format';
import { guardUnload } from '@/lib/state/unload-guard';
import { useMap } from '@/map/canvas/provider';
import { useTool } from '@/map/state/tool';
import { CoordinateBox } from '../coordinates';
import { MissingPicked, PickedList, usePickedRecords } from '../parts/picked-list';
import { hasShapes } from '../record-pick';
import { useMachine } from '../use-machine';
import { useMarkPicked } from '../use-mark-picked';
import { copyAll, copyChange } from './copying';
import { machine } from './machine';
import { mappingOf, plan } from './mapping';

const NONE = '';
const HOLDER = 'map:copy';

export const CopyPanel = () => {
  const t = useTranslations('map.tools.copyFrom');
  const problemText = useTranslations('map.fieldProblems');
  const text = useErrorText();
  const { number } = useFormat();
  const map = useMap();
  const [state, act] = useMachine('copyFrom', machine);
  const layers = useTool((s) => s.layers);
  const source = layers.find(({ id }) => id === state.layer);
  const target = layers.find(({ id }) => id === state.into);
  const possible = layers.filter((l) => l.rights.add && hasShapes(l) && (!source || l.type === source.type));
  const { records, missing, read } = usePickedRecords(state);
  const [done, setDone] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
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
  useEffect(() => {
    guardUnload(HOLDER, busy);
    return () => guardUnload(HOLDER, false);
  }, [busy]);
  // Whoever leaves the tool ends the copying; what was made stays, and can be taken back.
  useEffect(() => () => stop.current?.abort(), []);

  const copy = async () => {
    if (!target || !planned) return;
    stop.current = new AbortController();
    setDone(0);
    const { records: copies, failure, failed } = await copyAll(target.id, planned.good, setDone, stop.current.signal);
    setDone(null);
    if (copies.length > 0)
      map.ask({
        kind: 'changed',
        layers: [target.id],
        records: copies,
        change: copyChange(t('change', { count: copies.length, shown: number(copies.length) }), target.id, copies),
      });
    toast(
      failed > 0
        ? { type: 'error', message: t('failed', { shown: number(failed), reason: text(failure) }) }
        : {
            type: 'success',
            message: t('done', { count: copies.length, shown: number(copies.length), label: target.label }),
          },
    );
  };

  const fields = target?.layer.config.form.filter((field) => !field.read_only) ?? [];
  return (
    <Stack gap="sm">
      <CoordinateBox labelled />
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {state.ids.length > 0 && read.isLoading && <Skeleton height={64} aria-label={t('loading')} />}
      <MissingPicked missing={missing} onDrop={(id) => act({ do: 'drop', id })} />
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
          <PickedList records={records} layer={source?.layer} onDrop={(id) => act({ do: 'drop', id })} />
          <Select
            label={t('into')}
            placeholder={possible.length > 0 ? t('chooseLayer') : t('noLayer')}
            data={possible.map(({ id, label }) => ({ value: String(id), label }))}
            value={target ? String(target.id) : null}
            disabled={busy || possible.length === 0}
            onChange={(value) => act({ do: 'into', layer: value === null ? null : Number(value) })}
            searchable={possible.length > 8}
            allowDeselect={false}
          />
        </>
      )}
      {target && source && planned && records.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {t('fields')}
          </Text>
          {fields.map((field) => (
            <Select
              key={field.name}
              size="xs"
              label={<bdi>{field.label}</bdi>}
              required={field.required === true}
              data={[
                { value: NONE, label: t('empty') },
                ...source.layer.config.form.map(({ name, label }) => ({ value: name, label })),
              ]}
              value={mapping[field.name] ?? NONE}
              disabled={busy}
              onChange={(value) => act({ do: 'map', field: field.name, from: value || null })}
              allowDeselect={false}
            />
          ))}
          {planned.refused > 0 && (
            <Alert color="orange" title={t('refused', { count: planned.refused, shown: number(planned.refused) })}>
              {planned.bad.map(({ field, problem, count }) => (
                <div key={`${field.name}/${problem}`}>
                  <bdi>{field.label}</bdi>: {problemText(problem)} ({number(count)})
                </div>
              ))}
            </Alert>
          )}
          {busy && (
            <Progress
              value={(100 * (done ?? 0)) / Math.max(1, planned.good.length)}
              aria-label={t('progress')}
              size="lg"
            />
          )}
          <Group gap="xs" grow>
            {busy && (
              <Button variant="default" onClick={() => stop.current?.abort()}>
                {t('stop')}
              </Button>
            )}
            <Button
              leftSection={<IconCopyPlus size={16} />}
              loading={busy}
              disabled={planned.good.length === 0}
              onClick={() => void copy()}
            >
              {t('copy', { count: planned.good.length, shown: number(planned.good.length) })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
};
