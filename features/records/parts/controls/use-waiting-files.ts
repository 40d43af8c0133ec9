// Files picked for a record that is not there yet: they hang on it once it is.
'use client';
import { useState } from 'react';
import { isFiles } from '@/contract/fields';
import { type Field, type FieldProblem, isRequired, isVisible, type Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useSendFiles } from './use-send-files';

type ByField = Readonly<Record<string, readonly File[]>>;

/** The files of one field that wait. */
export interface WaitingFiles {
  files: readonly File[];
  set: (files: readonly File[]) => void;
}

/** What the form wants of files and does not have. `record`: the record as it would be. Pure. */
export function fileProblems(form: readonly Field[], record: Values, waiting: ByField): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  for (const field of form) {
    if (!isFiles(field) || field.read_only || !isVisible(form, field, record)) continue;
    const count = waiting[field.name]?.length ?? 0;
    if (count === 0 && isRequired(form, field, record)) problems[field.name] = 'required';
    else if (count > 0 && typeof field.min === 'number' && count < field.min) problems[field.name] = 'min';
  }
  return problems;
}

/** `base`: the record as the server has it; null for one that is not there yet. */
export function useWaitingFiles(layer: Layer, base: LayerRecord | null) {
  const [waiting, setWaiting] = useState<ByField>({});
  const { send, isSending } = useSendFiles();
  const setOf = (name: string, files: readonly File[]) => setWaiting((now) => ({ ...now, [name]: files }));
  const { form } = layer.config;
  const count = Object.values(waiting).flat().length;
  // Who may not edit cannot put them into the record afterwards.
  const isOpen = layer.rights.edit && (base === null || count > 0);
  return {
    count,
    isSending,
    /** Null where files hang on a record that is there. */
    of: (name: string): WaitingFiles | null =>
      isOpen ? { files: waiting[name] ?? [], set: (files) => setOf(name, files) } : null,
    problemsIn: (record: Values) => (base === null && isOpen ? fileProblems(form, record, waiting) : {}),
    clear: () => setWaiting({}),
    /** Sends them to the record. What has arrived waits no longer, also where a later one fails. */
    async send(record: number, values: Values): Promise<{ values: Values; failure: unknown }> {
      const ids: Values = {};
      for (const [name, files] of Object.entries(waiting)) {
        const upload = await send(record, files, (arrived) => setOf(name, files.slice(arrived)));
        if (upload.ids.length > 0)
          ids[name] = [...((values[name] as number[] | null | undefined) ?? []), ...upload.ids];
        if (upload.failure !== null) return { values: ids, failure: upload.failure };
      }
      return { values: ids, failure: null };
    },
  };
}
