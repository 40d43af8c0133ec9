// The form of one record in a series: values, what the one before has, pins, and the two ways to save.
'use client';
import { Anchor, Button } from '@mantine/core';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { LeaveGuard } from '@/components/form/leave-guard';
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { CallError } from '@/lib/api/errors';
import { wholeOf } from '@/lib/collection/filters';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { recordAddress } from '../../logic/addresses';
import { titleOf } from '../../logic/form-state';
import { isRepeatable, lastValues } from '../../logic/last-values';
import { MergeDialog } from '../merge-dialog';
import { DraftOffer, SaveProblem } from '../panel-pieces';
import { useRecordForm } from '../use-record-form';
import classes from './add.module.css';
import { FieldActs } from './field-acts';
import { FoldedFields } from './folded-fields';
import { useNeighbours } from './use-neighbours';

export interface AddFormProps {
  layer: Layer;
  /** Null while it has none, and for a table. */
  place: Geometry | null;
  /** Values that the series keeps. Keep it stable. */
  first: Values;
  /** Of the record before; null where there is none. */
  last: Values | null;
  pins: ReadonlySet<string>;
  onPin: (name: string) => void;
  onPlace: (place: Geometry | null) => void;
  /** The place is missing: it comes into view. */
  onAskPlace: () => void;
  onSaved: (record: LayerRecord, then: 'next' | 'end') => void;
  /** The line of the sitting, at the foot. */
  children: ReactNode;
}

/** The field of the form that has the focus. */
const focusedField = (id: string, form: Layer['config']['form']) =>
  form.find((_, i) => document.getElementById(`${id}-${i}`)?.contains(document.activeElement));

/** Records that this one may be twice. */
function Twins({ layer, records }: { layer: Layer; records: readonly LayerRecord[] }) {
  const t = useTranslations('records.add');
  const { digits } = useFormat();
  if (records.length === 0) return null;
  return (
    <Callout>
      {t('twins')}
      {records.map((record) => (
        <span key={record.id} className={classes.twin}>
          <Link href={recordAddress(layer, record.id, '')} target="_blank">
            <bdi>{titleOf(layer.config, record.value) || t('untitled', { id: digits(record.id) })}</bdi>
          </Link>
        </span>
      ))}
    </Callout>
  );
}

type Form = ReturnType<typeof useRecordForm>;
const isOffline = ({ failure }: Form) => failure instanceof CallError && failure.kind === 'network';

/** What could not be sent goes once there is a way again; its key keeps it from being made twice. */
function useSendAgain(form: Form) {
  const waits = isOffline(form);
  const send = useEffectEvent(() => form.save());
  useEffect(() => {
    if (!waits) return;
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [waits]);
}

interface AddFootProps extends Pick<AddFormProps, 'onAskPlace' | 'children'> {
  form: Form;
  isPlaced: boolean;
  onEnd: () => void;
}

/** What is missing or went wrong, and the two ways to save. */
function AddFoot({ form, isPlaced, onAskPlace, onEnd, children }: AddFootProps) {
  const t = useTranslations('records.add');
  return (
    <footer className={classes.foot}>
      <SaveProblem failure={form.failure} />
      {isOffline(form) && <p className={classes.note}>{t('offline')}</p>}
      {!isPlaced && (
        <p className={classes.note}>
          {t('placeMissing')}{' '}
          <Anchor component="button" type="button" inherit onClick={onAskPlace}>
            {t('toPlace')}
          </Anchor>
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={form.saving} aria-keyshortcuts="Control+Enter" title="Ctrl+Enter">
          {t('next')}
        </Button>
        <Button variant="default" disabled={form.saving} aria-keyshortcuts="Control+S" title="Ctrl+S" onClick={onEnd}>
          {t('end')}
        </Button>
        {children}
      </div>
    </footer>
  );
}

/** The form of the record at hand, and what its keys and buttons do. */
function useAddForm(id: string, props: AddFormProps) {
  const { layer, place, first, last, onPin, onPlace, onAskPlace, onSaved } = props;
  const { form: fields } = layer.config;
  const [focused, setFocused] = useState<string | null>(null);
  const then = useRef<'next' | 'end'>('next');
  const focus = (name: string) => {
    setFocused(name);
    // Its section may only now unfold.
    setTimeout(() => document.getElementById(`${id}-${fields.findIndex((field) => field.name === name)}`)?.focus());
  };
  const form = useRecordForm({
    layer,
    record: null,
    geometry: layer.type > 0 ? place : undefined,
    first,
    keepsShape: true,
    project: wholeOf(useSearchParams().get('project') ?? '') ?? undefined,
    focus,
    onSaved: (record) => onSaved(record, then.current),
    onRestoreGeometry: onPlace,
  });
  const isPlaced = layer.type === 0 || place !== null;
  const save = (next: 'next' | 'end') => {
    then.current = next;
    if (isPlaced) form.save();
    else onAskPlace();
  };
  const takeAll = () => form.fill(lastValues(fields, last, (name) => !(name in form.typed)));
  const takeLast = (name: string) => form.fill(lastValues(fields, last, (one) => one === name));
  const withField = (act: (name: string) => void) => {
    const field = focusedField(id, fields);
    if (field && isRepeatable(field)) act(field.name);
    return field !== undefined;
  };
  useHotkeys('first', [
    { keys: 'Mod+Enter', whileTyping: true, run: () => save('next') },
    { keys: 'Mod+KeyS', whileTyping: true, inDialogs: true, run: () => save('end') },
    { keys: 'Alt+KeyL', whileTyping: true, run: () => withField(takeLast) },
    { keys: 'Alt+Shift+KeyL', whileTyping: true, run: takeAll },
    { keys: 'Alt+KeyP', whileTyping: true, run: () => withField(onPin) },
    { keys: 'Alt+KeyG', whileTyping: true, run: onAskPlace },
  ]);
  useSendAgain(form);
  const beginAt = useEffectEvent(() => {
    const empty = fields.find((field) => isRepeatable(field) && !(field.name in first));
    if (empty) focus(empty.name);
  });
  useEffect(() => beginAt(), []);
  return { form, focused, isPlaced, save, takeAll, takeLast };
}

export function AddForm(props: AddFormProps) {
  const { layer, place, last, pins, onPin, onAskPlace, children } = props;
  const t = useTranslations('records.add');
  const id = useId();
  const { form: fields } = layer.config;
  const { form, focused, isPlaced, save, takeAll, takeLast } = useAddForm(id, props);
  const twins = useNeighbours(layer, form.outcome.record, place);
  const repeated = lastValues(fields, last, () => true);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save('next');
      }}
    >
      <LeaveGuard isDirty={form.unsaved} />
      <div className={classes.fields}>
        {form.draft && <DraftOffer draft={form.draft} onTake={form.takeDraft} onDiscard={form.discardDraft} />}
        <Twins layer={layer} records={twins} />
        {Object.keys(repeated).length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.all}
            aria-keyshortcuts="Alt+Shift+L"
            onClick={takeAll}
          >
            {t('lastAll')}
          </Button>
        )}
        <FoldedFields
          id={id}
          layer={layer}
          form={form}
          readOnly={false}
          focused={focused}
          actsOf={(field) =>
            isRepeatable(field) && (
              <FieldActs
                label={field.label}
                hasLast={field.name in repeated}
                isPinned={pins.has(field.name)}
                onLast={() => takeLast(field.name)}
                onPin={() => onPin(field.name)}
              />
            )
          }
        />
      </div>
      <AddFoot form={form} isPlaced={isPlaced} onAskPlace={onAskPlace} onEnd={() => save('end')}>
        {children}
      </AddFoot>
      {form.conflict && form.mergeInput && (
        <MergeDialog
          key={form.conflict.version}
          form={fields}
          input={form.mergeInput}
          theirs={form.conflict}
          saving={form.saving}
          onSave={form.merged}
          onClose={form.keepEditing}
        />
      )}
    </form>
  );
}
