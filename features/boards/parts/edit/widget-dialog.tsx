// One widget as somebody writes it: what it says, of which layer, and its name.
'use client';
import { Button, Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { specOf } from '@/contract/fields';
import { api } from '@/contract/index';
import type { Widget, WidgetKind } from '@/contract/schemas/boards/board';
import { PERIODS, type Period } from '@/contract/schemas/dashboard';
import { useRead } from '@/lib/api/hooks';
import { useLayerOptions } from '@/lib/collection/options';
import { useRelatedFields } from '@/lib/statistics/use-related-fields';
import { type Draft, draftOf, EMPTY, widgetOf } from '../../logic/widget-draft';
import { GroupPart, MeasurePart, type PartProps } from './question-part';

const KINDS = ['number', 'chart', 'map', 'records', 'progress', 'text'] as const;
const MAX_ROWS = 50;
const MAX_LAYERS = 10;

function KindPart({ draft, change, fields, related }: PartProps) {
  const t = useTranslations('boards.edit');
  const layers = useLayerOptions();
  const projects = useRead(api.projects.list, { query: { limit: 100 } }, { enabled: draft.kind === 'progress' });
  const max = draft.kind === 'map' ? MAX_LAYERS : 1;
  if (draft.kind === 'text')
    return <Textarea label={t('text')} autosize minRows={4} maxRows={12} maxLength={4000} value={draft.text} onChange={(event) => change({ text: event.currentTarget.value })} />; // biome-ignore format: one line
  if (draft.kind === 'progress')
    return (
      <Select
        label={t('project')}
        searchable
        data={(projects.data?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.project}
        onChange={(project) => change({ project })}
      />
    );
  return (
    <>
      <OptionPick
        label={t(max > 1 ? 'layers' : 'layer')}
        source={layers}
        value={draft.layers}
        max={max > 1 ? MAX_LAYERS : 2}
        onChange={(ids) => change(max > 1 ? { layers: ids } : { layers: ids.slice(-1), by: null, field: null })}
      />
      {draft.kind === 'records' && (
        <NumberInput label={t('rows')} min={1} max={MAX_ROWS} value={draft.rows} onChange={(rows) => change({ rows: Number(rows) || 1 })} /> // biome-ignore format: one line
      )}
      {(draft.kind === 'number' || draft.kind === 'chart') && draft.layers.length > 0 && (
        <>
          {draft.kind === 'chart' && <GroupPart draft={draft} change={change} fields={fields} related={related} />}
          <MeasurePart draft={draft} change={change} fields={fields} />
          {draft.kind === 'number' && (
            <Select
              label={t('trend')}
              description={t('trendText')}
              clearable
              placeholder={t('noTrend')}
              data={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
              value={draft.trend}
              onChange={(trend) => change({ trend: trend as Period | null })}
            />
          )}
        </>
      )}
    </>
  );
}

export interface WidgetDialogProps {
  widget: Widget | null;
  /** Of a new one. */
  frame: Pick<Widget, 'id' | 'span'>;
  onClose: () => void;
  onSave: (widget: Widget) => void;
}

export function WidgetDialog({ widget, frame, onClose, onSave }: WidgetDialogProps) {
  const t = useTranslations('boards.edit');
  const common = useTranslations('common');
  const [draft, setDraft] = useState<Draft>(() => (widget ? draftOf(widget) : EMPTY));
  const change = (part: Partial<Draft>) => setDraft((was) => ({ ...was, ...part }));
  const [layer] = draft.layers;
  const read = useRead(api.layers.fields, { params: { id: layer ?? 0 } }, { enabled: layer !== undefined });
  const fields = (read.data ?? []).filter((field) => specOf(field).format !== 'none');
  const related = useRelatedFields(layer ?? 0, layer !== undefined);
  const done = widgetOf(draft, widget ?? frame, fields, widget, related);
  return (
    <Dialog opened onClose={onClose} title={t(widget ? 'change' : 'add')} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (done) onSave(done);
        }}
      >
        <Stack gap="md">
          <Select
            data-autofocus
            label={t('kind')}
            allowDeselect={false}
            data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            value={draft.kind}
            onChange={(kind) => change({ kind: kind as WidgetKind })}
          />
          <TextInput
            label={t('title')}
            placeholder={t('titleText')}
            maxLength={120}
            value={draft.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <KindPart draft={draft} change={change} fields={fields} related={related} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" disabled={!done}>
              {t(widget ? 'apply' : 'insert')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
