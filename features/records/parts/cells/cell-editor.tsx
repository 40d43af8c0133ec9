// Edits one cell in its place with the control of its field; a conflict is told and settled there.
'use client';
import { Alert, Button, Group, Popover, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { api } from '@/contract';
import { sameValue } from '@/contract/same';
import { checkValues, type Field, type Value } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { useValueProblem } from '@/lib/form/value-problem';
import { useValueText } from '@/lib/i18n/use-value-text';
import { currentOf } from '../../logic/failure';
import { FieldControl } from '../field-control';
import { visibleValue } from './cell-block';
import type { CellHistory } from './use-cell-history';

/** Where the cursor goes once the value is saved. */
export type CellMove = 'down' | 'up' | 'onward' | 'back' | null;

export interface CellEditorProps {
  layer: Layer;
  record: LayerRecord;
  field: Field;
  /** The id of the cell. */
  cell: string;
  history: CellHistory;
  onDone: (move: CellMove) => void;
}

/** Keys that a list of choices or a long text needs for itself. */
const isOwnKey = ({ target, key, shiftKey }: KeyboardEvent) =>
  (target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true') ||
  (key === 'Enter' && target instanceof HTMLTextAreaElement && shiftKey) ||
  (key === 'Enter' && target instanceof HTMLButtonElement);

function moveOf({ key, shiftKey }: KeyboardEvent): CellMove | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'back' : 'onward';
  return undefined;
}

/** What is typed into the cell, its save against the version that was read, and what the record became meanwhile. */
function useCellEdit({ layer, record: opened, field, history, onDone }: Omit<CellEditorProps, 'cell'>) {
  const errorText = useErrorText();
  const problemText = useValueProblem();
  const [record, setRecord] = useState(opened);
  const [value, setValue] = useState<Value | undefined>(visibleValue(opened)[field.name]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const busy = useRef(false);
  const save = async (move: CellMove) => {
    if (busy.current) return;
    const visible = visibleValue(record);
    const before = visible[field.name] ?? null;
    const { values, problems } = checkValues(layer.config.form, { [field.name]: value ?? null }, { stored: visible });
    const refused = problems[field.name];
    if (refused) return setProblem(problemText(field, refused));
    const after = values[field.name] ?? null;
    if (sameValue(before, after)) return onDone(move);
    busy.current = true;
    try {
      const version = history.versionOf(record.id, record.version);
      const written = await call(
        api.records.edit,
        { params: { id: record.id }, body: { value: { [field.name]: after } } },
        { headers: { 'if-match': `"${version}"` } },
      );
      const row = { id: record.id, before: { [field.name]: before }, after: { [field.name]: after } };
      history.push({ layer: layer.id, rows: [row] }, [written]);
      onDone(move);
    } catch (error) {
      const current = error instanceof CallError ? currentOf(error) : null;
      if (current) {
        setRecord(current);
        setStale(true);
      } else setProblem((error instanceof CallError && error.fields[field.name]) || errorText(error));
    } finally {
      busy.current = false;
    }
  };
  const change = (next: Value) => {
    setValue(next);
    setProblem(null);
  };
  return { record, value, change, problem, isStale, save };
}

/** Focuses the control as soon as it stands there. */
function useFirstFocus(id: string) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const inside = document.querySelector<HTMLElement>(`[data-cell-editor="${id}"] :is(input, textarea, button)`);
      const input = document.getElementById(id) ?? inside;
      input?.focus();
      if (input instanceof HTMLInputElement) input.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
}

export function CellEditor(props: CellEditorProps) {
  const { layer, field, cell, onDone } = props;
  const t = useTranslations('records.cells');
  const id = useId();
  const valueText = useValueText();
  const { record, value, change, problem, isStale, save } = useCellEdit(props);
  const rect = useRef(document.getElementById(cell)?.getBoundingClientRect()).current;
  useFirstFocus(id);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isOwnKey(event)) return;
    const move = moveOf(event);
    if (event.key !== 'Escape' && move === undefined) return;
    event.preventDefault();
    if (move === undefined) onDone(null);
    else void save(move);
  };
  if (!rect) return null;
  const theirs = visibleValue(record)[field.name];
  return (
    <Popover opened position="bottom-start" offset={2} width={Math.max(280, rect.width)} trapFocus={false} withinPortal>
      <Popover.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: rect.left, top: rect.top, width: rect.width, height: rect.height, pointerEvents: 'none' }} // biome-ignore format: one place
        />
      </Popover.Target>
      <Popover.Dropdown
        p="sm"
        data-cell-editor={id}
        aria-label={t('editor', { field: field.label })}
        onKeyDown={onKeyDown}
      >
        <FieldControl
          id={id}
          field={field}
          value={value}
          values={visibleValue(record)}
          record={record.id}
          onChange={change}
          onBlur={() => undefined}
          error={problem}
          readOnly={false}
        />
        {isStale && (
          <Conflict value={valueText(field, theirs)} onTheirs={() => onDone(null)} onMine={() => void save(null)} />
        )}
        <Group justify="space-between" gap="xs" mt="xs">
          <Text size="xs" c="dimmed">
            {t(layer.config.supervised ? 'supervised' : 'keys')}
          </Text>
          <Group gap={4}>
            <Button size="compact-xs" variant="default" onClick={() => onDone(null)}>
              {t('cancel')}
            </Button>
            <Button size="compact-xs" onClick={() => void save(null)}>
              {t('save')}
            </Button>
          </Group>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The record was changed meanwhile: its value now, and the choice between the two. */
function Conflict({ value, onTheirs, onMine }: { value: string; onTheirs: () => void; onMine: () => void }) {
  const t = useTranslations('records.cells');
  return (
    <Alert color="orange" role="alert" mt="xs">
      {t('stale', { value: value || t('empty') })}
      <Group gap="xs" mt="xs">
        <Button size="compact-xs" variant="default" onClick={onTheirs}>
          {t('theirs')}
        </Button>
        <Button size="compact-xs" onClick={onMine}>
          {t('mine')}
        </Button>
      </Group>
    </Alert>
  );
}
