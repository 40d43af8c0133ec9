// The form of one thing of the server: checked by the contract's own schema, sent where it has changed, told field by field what is
// wrong, merged where somebody else was quicker, and kept as a draft until it is saved.
'use client';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { type FieldProblem, problemsOf } from '../../contract/problems';
import { CallError } from '../api/errors';
import { type Conflict, changedFields, conflictsOf, hasChanged, mergeValues } from './changes';
import { useProblemText } from './problem-text';
import { type DraftOptions, useDraft } from './use-draft';

const PRECONDITION_FAILED = 412;

export interface Standing<V> {
  values: V;
  /** The ETag of these values; null where the server gives none. */
  etag: string | null;
}

export interface ResourceFormOptions<V extends object, O> {
  /** As the server has it, or as a new one begins. Fields that the server does not know (a repeated password) are left out of the body. */
  initial: Standing<V>;
  /** The contract's body; its field names are those of the form. */
  schema: z.ZodType;
  /** A new thing is sent whole, another one only where it has changed. */
  isNew?: boolean;
  /** The body; what has changed, or all, where it is left out. */
  toBody?: (fields: Partial<V>) => object;
  /** What the schema cannot know: sentences by field. */
  check?: (values: V) => Record<string, string>;
  /** Sends the body; `etag` goes into If-Match. */
  send: (body: never, etag: string | null) => Promise<O>;
  /** Reads the thing again after a 412. */
  reload?: () => Promise<Standing<V>>;
  /** What the form shows once it is saved, as the server answered; what was sent where it is left out. */
  toStanding?: (output: O) => Standing<V>;
  onSaved?: (output: O) => void;
  /** Under which name unsaved values outlive the page; none are kept without it. `secret` fields never are. */
  draft?: DraftOptions<V>;
}

export interface ResourceForm<V extends object> {
  form: UseFormReturnType<V>;
  isDirty: boolean;
  isBusy: boolean;
  /** What failed as a whole: fields tell their own problems. */
  error: unknown;
  /** Resolves to whether it was saved. */
  save: () => Promise<boolean>;
  /** Fields that somebody else has changed too; null while there are none. */
  conflict: { fields: Conflict<V>[]; resolve: (giveUp: readonly string[]) => void; cancel: () => void } | null;
  /** Unsaved values of an earlier visit; null while there are none. */
  draft: { restore: () => void; discard: () => void } | null;
  /** Sets what another call has said of the fields beside them. */
  refuse: (problems: Record<string, string>) => void;
  /** Back to what is saved. */
  reset: () => void;
}

/** Focuses the first field in the order of the page that has a problem. */
const focusFirst = (fields: readonly string[]) =>
  requestAnimationFrame(() => {
    const wrong = new Set(fields);
    const inputs = [...document.querySelectorAll<HTMLElement>('[data-path]')];
    const first = inputs.find(({ dataset }) => wrong.has(dataset.path ?? ''));
    (first?.matches('input, textarea, button') ? first : first?.querySelector<HTMLElement>('input, button'))?.focus();
  });

/** The sentence of each field that the contract would refuse. */
function bodyProblems(
  schema: z.ZodType,
  body: object,
  problemText: (problem: FieldProblem) => string,
): Record<string, string> {
  const read = schema.safeParse(body);
  if (read.success) return {};
  const problems = Object.entries(problemsOf(read.error, body));
  return Object.fromEntries(problems.map(([path, problem]) => [path, problemText(problem)]));
}

export function useResourceForm<V extends object, O>(options: ResourceFormOptions<V, O>): ResourceForm<V> {
  const { initial, schema, isNew = false, toBody, check, send, reload, onSaved } = options;
  const problemText = useProblemText();
  const [standing, setStanding] = useState(initial);
  const form = useForm<V>({ initialValues: initial.values });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Standing<V> | null>(null);
  const { values } = form;
  const isDirty = useMemo(() => hasChanged(standing.values, values), [standing.values, values]);
  const draft = useDraft(options.draft, standing.values, values, isDirty, (stored) => form.setValues(stored));

  const setProblems = (problems: Record<string, string>) => {
    form.setErrors(problems);
    focusFirst(Object.keys(problems));
  };
  const stand = (next: Standing<V>) => {
    setStanding(next);
    form.setInitialValues(next.values);
  };

  const put = async (now: V, base: Standing<V>): Promise<boolean> => {
    const fields = isNew ? now : changedFields(base.values, now);
    const body = toBody ? toBody(fields) : fields;
    const problems = { ...bodyProblems(schema, body, problemText), ...check?.(now) };
    if (Object.keys(problems).length > 0) {
      setProblems(problems);
      return false;
    }
    setBusy(true);
    setError(null);
    form.clearErrors();
    try {
      const output = await send(body as never, base.etag);
      draft.drop();
      const saved = options.toStanding?.(output) ?? { values: now, etag: null };
      stand(saved);
      form.setValues(saved.values);
      onSaved?.(output);
      return true;
    } catch (failure) {
      if (failure instanceof CallError && failure.status === PRECONDITION_FAILED && reload) {
        const fresh = await reload().catch(() => null);
        if (fresh) return settle(now, base, fresh);
      }
      const refused = failure instanceof CallError ? failure.fields : {};
      if (Object.keys(refused).length > 0) setProblems(refused);
      else setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Somebody was quicker. Where they have changed other fields, both changes go together. */
  const settle = async (now: V, base: Standing<V>, fresh: Standing<V>): Promise<boolean> => {
    if (conflictsOf(base.values, now, fresh.values).length > 0) {
      setTheirs(fresh);
      return false;
    }
    const merged = mergeValues(base.values, now, fresh.values);
    stand(fresh);
    form.setValues(merged);
    return put(merged, fresh);
  };

  return {
    form,
    isDirty,
    isBusy,
    error,
    save: () => put(form.getValues(), standing),
    conflict: theirs && {
      fields: conflictsOf(standing.values, values, theirs.values),
      cancel: () => setTheirs(null),
      resolve: (giveUp) => {
        const merged = mergeValues(standing.values, values, theirs.values, giveUp);
        setTheirs(null);
        stand(theirs);
        form.setValues(merged);
        void put(merged, theirs);
      },
    },
    draft: draft.offer,
    refuse: setProblems,
    reset: () => {
      form.setValues(standing.values);
      form.clearErrors();
      setError(null);
      draft.drop();
    },
  };
}
