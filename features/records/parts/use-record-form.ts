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
import type { LayerRecord } from '@/contract/schemas/record';
import { CallError } from '@/lib/api/errors';
import { useWrite } from '@/lib/api/hooks';
import { useValueProblem } from '@/lib/form/value-problem';
import { type Draft, draftKey, draftOf } from '../logic/draft';
import { currentOf, mayBeDone, type RecordPatch } from '../logic/failure';
import { firstProblem, outcomeOf } from '../logic/form-state';
import { isDecided, type MergeInput, merge, resolveMerge } from '../logic/merge';
import { rememberLast, useOutcome } from './controls/use-outcome';
import { useWaitingFiles } from './controls/use-waiting-files';
import { useDraft, useUnloadGuard } from './use-draft';

export interface RecordFormInput {
  layer: Layer;
  record: LayerRecord | null;
  geometry: Geometry | null | undefined;
  onSaved: (record: LayerRecord, kind: 'created' | 'edited') => void;
  /** What a new record begins with, as if it was typed. */
  initial?: Values;
  /** What a new record begins with beside the form's own defaults; nothing is unsaved by it. */
  first?: Values | undefined;
  /** The project that a new record is work for. */
  project?: number | undefined;
  /** The shape of a new record is nobody else's to keep: it goes into the draft. */
  keepsShape?: boolean;
  onRestoreGeometry?: ((geometry: Geometry | null) => void) | undefined;
  /** Puts the focus on a field. */
  focus: (name: string) => void;
}

const NO_CHOICES = { fields: {} };
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

export function useRecordForm(input: RecordFormInput) {
  const { layer, record, geometry, onSaved, onRestoreGeometry, focus, keepsShape = false } = input;
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
  const files = useWaitingFiles(layer, base);
  const saving = create.isPending || edit.isPending || files.isSending;
  const shape = geometry !== undefined && !(base && sameGeometry(geometry, base.geometry)) ? geometry : undefined;
  const outcome = useOutcome(layer, base, geometry, typed, input.first);
  const problems = { ...outcome.problems, ...files.problemsIn(outcome.record) };
  const unsaved = outcome.isTyped || shape !== undefined || files.count > 0;

  // Somebody's newer version is taken over only while nothing would be lost by it.
  if (record && base && record.version > base.version && !unsaved) setBase(record);
  const newer = record && base && record.version > base.version ? record : null;
  const unsent = useMemo(
    (): Draft => ({
      ...draftOf(base, typed, shape),
      ...(!base && keepsShape && shape ? { geometry: shape } : {}),
      ...(!base && isSent ? { key: key.current, geometry: shape ?? null } : {}),
    }),
    [typed, shape, base, isSent, keepsShape],
  );
  const isWorthADraft = outcome.isTyped || (base ? shape !== undefined : isSent || (keepsShape && shape));
  const draft = useDraft(layer.id, record?.id ?? null, isWorthADraft ? unsent : null);
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
    }
    if (earlier.geometry !== undefined && (keepsShape || !earlier.key)) onRestoreGeometry?.(earlier.geometry);
    draft.take();
  };
  // A shape that was sent already, and comes back after a crash, is the same new record again: nobody is asked whether they want it twice.
  const again = !base && earlier?.key !== undefined && sameGeometry(earlier.geometry ?? null, geometry ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that is found
  useEffect(() => {
    if (again && geometry) takeDraft();
  }, [again, geometry]);

  useUnloadGuard(draftKey(layer.id, record?.id ?? null), unsaved);

  const done = (saved: LayerRecord) => {
    const kind = record ? 'edited' : 'created';
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
      return mineIsThere ? done(current) : setConflict(current);
    }
    setFailure(error);
    setRefused(error.fields);
    const first = firstProblem(form, error.fields);
    if (first) focus(first);
  };
  const sendEdit = async (id: number, version: number, body: RecordPatch) => {
    setFailure(null);
    try {
      const saved = await edit.mutateAsync({
        params: { id },
        body,
        options: { headers: { 'if-match': `"${version}"` } },
      });
      done(saved);
    } catch (error) {
      failed(error);
    }
  };
  /** The waiting files go up, and their ids into the record with what else has changed. */
  const attach = async (to: LayerRecord, patch: RecordPatch) => {
    const upload = await files.send(to.id, { ...to.value, ...typed });
    setTyped((now) => ({ ...now, ...upload.values }));
    if (upload.failure !== null) return failed(upload.failure);
    const value = { ...patch.value, ...upload.values };
    await sendEdit(to.id, to.version, { ...patch, ...(Object.keys(value).length > 0 && { value }) });
  };
  const sendNew = async (value: Values) => {
    setFailure(null);
    key.current ||= newKey();
    setIsSent(true);
    const body = { layer: layer.id, value, geometry: shape ?? null, project: input.project };
    // If the page dies before the response arrives, the next one still knows the key.
    await draft.keep({ ...unsent, key: key.current, geometry: body.geometry });
    try {
      const created = await create.mutateAsync({ body, options: { headers: { 'idempotency-key': key.current } } });
      // It may have arrived the first time: what was typed since then is still to come.
      const { values } = unsure ? outcomeOf(form, created.value, typed) : { values: {} };
      const isMoved = unsure && !sameGeometry(created.geometry, body.geometry);
      if (!isMoved && Object.keys(values).length === 0 && files.count === 0) return done(created);
      setBase(created);
      await attach(created, { value: values, ...(isMoved ? { geometry: body.geometry } : {}) });
    } catch (error) {
      if (error instanceof CallError) setUnsure(unsure || mayBeDone(error));
      failed(error);
    }
  };

  const save = () => {
    if (saving) return;
    setTried(true);
    const first = firstProblem(form, problems);
    if (first) return focus(first);
    if (!base) return void sendNew(outcome.values);
    if (!unsaved) return;
    const value = Object.keys(outcome.values).length ? { value: outcome.values } : {};
    const patch = { ...value, ...(shape === undefined ? {} : { geometry: shape }) };
    void attach(base, patch);
  };
  /** The body that the merge leaves to send; null takes the other's record as it is. */
  const merged = (body: RecordPatch | null) => {
    if (!conflict) return;
    if (body) void sendEdit(conflict.id, conflict.version, body);
    else done(conflict);
  };
  const errorOf = (name: string): string | null => {
    if (refused[name]) return refused[name];
    const field = form.find((one) => one.name === name);
    const problem = problems[name];
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
    waitingOf: files.of,
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
      files.clear();
      key.current = '';
    },
  };
}
