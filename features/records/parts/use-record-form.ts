// The life of a record's form: what was typed, what is wrong with it, its draft, saving it, and somebody else's change.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { sameGeometry } from '@/contract/same';
import type { Geometry } from '@/contract/schemas/common';
import type { Value, Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { LayerRecord } from '@/contract/schemas/record';
import { CallError } from '@/lib/api/errors';
import { useWrite } from '@/lib/api/hooks';
import { useValueProblem } from '@/lib/form/value-problem';
import { guardUnload } from '@/lib/state/unload-guard';
import { type Draft, draftKey } from '../logic/draft';
import { firstProblem, outcomeOf } from '../logic/form-state';
import { isDecided, type MergeInput, merge, resolveMerge } from '../logic/merge';
import { rememberLast, useOutcome } from './controls/use-outcome';
import { useDraft } from './use-draft';

export interface RecordFormInput {
  layer: Layer;
  record: LayerRecord | null;
  geometry: Geometry | null | undefined;
  onSaved: (record: LayerRecord, kind: 'created' | 'edited') => void;
  /** What a new record begins with, as if it was typed. */
  initial?: Values;
  onRestoreGeometry?: ((geometry: Geometry | null) => void) | undefined;
  /** Puts the focus on a field. */
  focus: (name: string) => void;
}

const NO_CHOICES = { fields: {} };
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
/** Whether the server may have done what it did not say. */
const mayBeDone = ({ kind, status }: CallError) => kind === 'network' || status >= 500;

type RecordPatch = { value?: Values; geometry?: Geometry | null };

/** A 412 brings the record as it now is. */
function currentOf(error: CallError): LayerRecord | null {
  const body = error.body as { current?: unknown } | null;
  const read = LayerRecord.safeParse(body?.current);
  return error.kind === 'conflict' && read.success ? read.data : null;
}

export function useRecordForm(input: RecordFormInput) {
  const { layer, record, geometry, onSaved, onRestoreGeometry, focus } = input;
  const t = useTranslations('records.form');
  const problemText = useValueProblem();
  const { form } = layer.config;
  const [base, setBase] = useState(record);
  const [typed, setTyped] = useState<Values>(input.initial ?? {});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<LayerRecord | null>(null);
  const key = useRef('');
  /** The new record was sent under the key. */
  const [isSent, setIsSent] = useState(false);
  /** Nobody knows whether it arrived. */
  const [unsure, setUnsure] = useState(false);
  const create = useWrite(api.records.create);
  const edit = useWrite(api.records.edit);
  const saving = create.isPending || edit.isPending;
  const shape = geometry !== undefined && !(base && sameGeometry(geometry, base.geometry)) ? geometry : undefined;
  const outcome = useOutcome(layer, base, geometry, typed);
  const unsaved = outcome.isTyped || shape !== undefined;

  // Somebody's newer version is taken over only while nothing would be lost by it.
  if (record && base && record.version > base.version && !unsaved) setBase(record);
  const newer = record && base && record.version > base.version ? record : null;
  const unsent = useMemo(
    (): Draft => ({
      values: typed,
      base: Object.fromEntries(Object.keys(typed).map((name) => [name, base?.value[name] ?? null])),
      ...(base && shape !== undefined ? { geometry: shape } : {}),
      ...(!base && isSent ? { key: key.current, geometry: shape ?? null } : {}),
      version: base?.version ?? null,
      at: new Date().toISOString(),
    }),
    [typed, shape, base, isSent],
  );
  const draft = useDraft(
    layer.id,
    record?.id ?? null,
    outcome.isTyped || (base && shape !== undefined) || (!base && isSent) ? unsent : null,
  );
  const { stored: earlier } = draft;
  const takeDraft = () => {
    if (!earlier) return;
    setTyped((now) => ({ ...earlier.values, ...now }));
    // The form goes on from the version that the draft began with, so that a change since then is merged, not overwritten.
    if (base && earlier.version !== null && earlier.version < base.version)
      setBase({ ...base, version: earlier.version, value: { ...base.value, ...earlier.base } });
    if (earlier.key) {
      key.current = earlier.key;
      setIsSent(true);
      setUnsure(true);
    } else if (earlier.geometry !== undefined) onRestoreGeometry?.(earlier.geometry);
    draft.take();
  };
  // A shape that was sent already, and comes back after a crash, is the same new record again: nobody is asked whether they want it twice.
  const again = !base && earlier?.key !== undefined && sameGeometry(earlier.geometry ?? null, geometry ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that is found
  useEffect(() => {
    if (again && geometry) takeDraft();
  }, [again, geometry]);

  const holder = draftKey(layer.id, record?.id ?? null);
  useEffect(() => {
    guardUnload(holder, unsaved);
    return () => guardUnload(holder, false);
  }, [holder, unsaved]);

  const done = (saved: LayerRecord, kind: 'created' | 'edited') => {
    draft.saved();
    if (kind === 'created') rememberLast(layer.id, saved.value);
    setBase(saved);
    setTyped({});
    setLeft(new Set());
    setTried(false);
    setConflict(null);
    setUnsure(false);
    setIsSent(false);
    toast({ type: 'success', message: t(saved.unconfiremed_value ? 'waits' : kind) });
    onSaved(saved, kind);
  };
  const failed = (error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    const current = currentOf(error);
    if (current && base) {
      const merged = merge({ base, mine: { value: outcome.values, geometry: shape }, theirs: current });
      // The answer to my own save was lost, or somebody else wrote the same.
      const mineIsThere = isDecided(merged, NO_CHOICES) && resolveMerge(merged, NO_CHOICES, shape) === null;
      return mineIsThere ? done(current, 'edited') : setConflict(current);
    }
    setFailure(error);
    setRefused(error.fields);
    const first = firstProblem(form, error.fields);
    if (first) focus(first);
  };
  const sendEdit = async (id: number, version: number, body: RecordPatch, kind: 'created' | 'edited' = 'edited') => {
    setFailure(null);
    try {
      const saved = await edit.mutateAsync({
        params: { id },
        body,
        options: { headers: { 'if-match': `"${version}"` } },
      });
      done(saved, kind);
    } catch (error) {
      failed(error);
    }
  };
  const sendNew = async (value: Values) => {
    setFailure(null);
    key.current ||= newKey();
    setIsSent(true);
    const body = { layer: layer.id, value, geometry: shape ?? null };
    // If the page dies before the response arrives, the next one still knows the key.
    await draft.keep({ ...unsent, key: key.current, geometry: body.geometry });
    try {
      const created = await create.mutateAsync({ body, options: { headers: { 'idempotency-key': key.current } } });
      if (!unsure) return done(created, 'created');
      // It had arrived the first time; what was typed since then is still to come.
      const { values } = outcomeOf(form, created.value, typed);
      const moved = !sameGeometry(created.geometry, body.geometry);
      if (!moved && Object.keys(values).length === 0) return done(created, 'created');
      setBase(created);
      await sendEdit(
        created.id,
        created.version,
        { value: values, ...(moved ? { geometry: body.geometry } : {}) },
        'created',
      );
    } catch (error) {
      if (error instanceof CallError) setUnsure(unsure || mayBeDone(error));
      failed(error);
    }
  };

  const save = () => {
    if (saving) return;
    setTried(true);
    const first = firstProblem(form, outcome.problems);
    if (first) return focus(first);
    if (!base) return void sendNew(outcome.values);
    if (!unsaved) return;
    const value = Object.keys(outcome.values).length ? { value: outcome.values } : {};
    void sendEdit(base.id, base.version, { ...value, ...(shape === undefined ? {} : { geometry: shape }) });
  };
  /** The body that the merge leaves to send; null takes the other's record as it is. */
  const merged = (body: RecordPatch | null) => {
    if (!conflict) return;
    if (body) void sendEdit(conflict.id, conflict.version, body);
    else done(conflict, 'edited');
  };
  const errorOf = (name: string): string | null => {
    if (refused[name]) return refused[name];
    const field = form.find((one) => one.name === name);
    const problem = outcome.problems[name];
    return field && problem && (tried || left.has(name)) ? problemText(field, problem) : null;
  };
  const mergeInput: MergeInput | null =
    conflict && base ? { base, mine: { value: outcome.values, geometry: shape }, theirs: conflict } : null;

  return {
    base,
    typed,
    outcome,
    unsaved,
    saving,
    failure,
    conflict,
    mergeInput,
    newer,
    draft: earlier,
    save,
    merged,
    errorOf,
    keepEditing: () => setConflict(null),
    set: (name: string, value: Value) => {
      setTyped((now) => ({ ...now, [name]: value }));
      setRefused(({ [name]: _, ...rest }) => rest);
    },
    leave: (name: string) => setLeft((now) => (now.has(name) ? now : new Set([...now, name]))),
    /** Puts values over what the form holds, as if they were typed. */
    fill: (values: Values) => setTyped((now) => ({ ...now, ...values })),
    /** Takes over a newer state of the record; what was typed stays. */
    renew: setBase,
    takeDraft,
    discardDraft: draft.discard,
    reset: () => {
      setTyped({});
      setTried(false);
      setLeft(new Set());
      setRefused({});
      setFailure(null);
      setIsSent(false);
      setUnsure(false);
      key.current = '';
    },
  };
}
