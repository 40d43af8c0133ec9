// Saving the studio: what is wrong comes first, then the server; somebody else's change in between is merged by field.
'use client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatFilter } from '@/contract/filters/record-filter';
import { api } from '@/contract/index';
import type { FormEffect } from '@/contract/schemas/forms/form-check';
import type { Layer } from '@/contract/schemas/layer';
import type { Job } from '@/contract/schemas/upload';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource } from '@/lib/api/use-resource';
import { applyDecisions, type Decision, type Outcome } from '../logic/decisions';
import { type Document, toForm } from '../logic/document';
import { documentOf, type Merge, mergeDocuments, patchOf } from '../logic/wire';
import type { StudioState } from './use-studio';

const FORBIDDEN = 403;
const PRECONDITION_FAILED = 412;
const NO_DECISION = { force: false, renames: {}, fills: [] };

export interface SaveOptions {
  studio: StudioState;
  /** The layer as it was opened; null for a new one. */
  resource: Resource<Layer> | null;
  onCreated: (layer: Layer) => void;
  onSaved: (layer: Layer) => void;
  /** How a field is called that stays beside its successor of another type. */
  formerLabel: (label: string) => string;
}

/** Effects that wait for their decisions. */
export interface PendingCheck {
  effects: readonly FormEffect[];
  decide: (decisions: readonly Decided[]) => void;
  cancel: () => void;
}
/** A form that the records are brought to in the background. */
export interface PendingJob {
  order: () => Promise<Job>;
  /** The job is done: the rest of what was changed is saved. */
  finish: () => void;
  cancel: () => void;
}
export interface Decided {
  effect: FormEffect;
  decision: Decision;
}

/** Another upstream may not know the call: then saving itself refuses what loses values. */
const UNKNOWN = [404, 405, 501];
async function findEffects(id: number, now: Document): Promise<readonly FormEffect[]> {
  try {
    const { effects } = await call(api.layerForms.check, { params: { id }, body: { form: toForm(now.items) } });
    return effects;
  } catch (error) {
    if (error instanceof CallError && UNKNOWN.includes(error.status)) return [];
    throw error;
  }
}

/** Too many records for one call. */
const needsJob = (failure: unknown): boolean =>
  failure instanceof CallError &&
  failure.status === FORBIDDEN &&
  (failure.body as { job?: boolean } | null)?.job === true;

const isStale = (failure: unknown): boolean => failure instanceof CallError && failure.status === PRECONDITION_FAILED;

/** What was decided of values, as the server takes it. */
const ordersOf = ({ force, renames }: Pick<Outcome, 'force' | 'renames'>) => ({
  ...(force && { force }),
  ...(Object.keys(renames).length > 0 && { renames }),
});

/** Orders the job. `onStale`: somebody has changed the layer meanwhile. */
async function orderJob(
  id: number,
  { document, ...decided }: Outcome,
  ifTag: string | null,
  onStale: () => void,
): Promise<Job> {
  const body = { form: toForm(document.items), ...ordersOf(decided) };
  try {
    return await call(api.formJobs.start, { params: { id }, body }, ifMatch(ifTag));
  } catch (failure) {
    if (isStale(failure)) onStale();
    throw failure;
  }
}

/** Gives empty ones their values, as an edit of many records. */
async function fillEmpty(id: number, { document, fills }: Outcome): Promise<void> {
  const form = toForm(document.items);
  for (const { field, value } of fills) {
    const filter = formatFilter(form, { field, is: 'empty' });
    await call(api.records.editBulk, { body: { layer: id, filter, value: { [field]: value } } });
  }
}

interface Theirs {
  merge: Merge;
  document: Document;
  etag: string | null;
}

async function mergeWithTheirs(id: number, saved: Document, now: Document): Promise<Theirs> {
  const { body, etag } = await readResource(api.layers.one, { params: { id } });
  const document = documentOf(body);
  return { merge: mergeDocuments(saved, now, document), document, etag };
}

async function patchLayer(id: number, saved: Document, outcome: Outcome, ifTag: string | null): Promise<void> {
  const body = { ...patchOf(saved, outcome.document), ...ordersOf(outcome) };
  // A job may have left nothing to change.
  if (Object.keys(body).length > 0) await call(api.layers.edit, { params: { id }, body }, ifMatch(ifTag));
}

/** Makes the layer; what its making does not take is changed right after. */
async function createLayer(client: QueryClient, { meta, items }: Document): Promise<Layer> {
  const { label, type, groups, isSupervised } = meta;
  const layer = await call(api.layers.create, {
    body: { label: label.trim(), type, form: toForm(items), group_layer: [...groups], supervised: isSupervised },
  });
  void invalidate(client, ['layer', 'group']);
  if (!isSupervised || !meta.hasSecondApproval) return layer;
  return call(api.layers.edit, { params: { id: layer.id }, body: { config: { second_approval: true } } });
}

/** One piece of work at a time, and how the last one failed. */
function useRun() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}

export function useStudioSave({ studio, resource, onCreated, onSaved, formerLabel }: SaveOptions) {
  const client = useQueryClient();
  const [etag, setEtag] = useState(resource?.etag ?? null);
  const { isBusy, error, run } = useRun();
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const [check, setCheck] = useState<PendingCheck | null>(null);
  const [job, setJob] = useState<PendingJob | null>(null);
  const params = { id: resource?.body.id ?? 0 };
  const send = async (saved: Document, now: Document, ifTag: string | null): Promise<void> => {
    if (!resource) return onCreated(await createLayer(client, now));
    const effects = patchOf(saved, now).config?.form ? await findEffects(params.id, now) : [];
    if (effects.length === 0) return write(saved, { ...NO_DECISION, document: now }, ifTag);
    setCheck({
      effects,
      cancel: () => setCheck(null),
      decide: (decisions) => {
        setCheck(null);
        const outcome = applyDecisions(saved, now, decisions, formerLabel);
        studio.change(outcome.document);
        void run(() => write(saved, outcome, ifTag));
      },
    });
  };
  const write = async (saved: Document, outcome: Outcome, ifTag: string | null): Promise<void> => {
    try {
      await patchLayer(params.id, saved, outcome, ifTag);
    } catch (failure) {
      if (needsJob(failure))
        return setJob({
          order: () => orderJob(params.id, outcome, ifTag, () => void run(() => settle(saved, outcome.document))),
          finish: () => void run(() => finishJob(saved, outcome)),
          cancel: () => setJob(null),
        });
      if (!isStale(failure)) throw failure;
      return settle(saved, outcome.document);
    }
    try {
      await fillEmpty(params.id, outcome);
    } finally {
      const fresh = await readResource(api.layers.one, { params });
      void invalidate(client, ['layer', 'group', 'record']);
      setEtag(fresh.etag);
      studio.settleSaved(documentOf(fresh.body), outcome.document);
      onSaved(fresh.body);
    }
  };
  /** The layer has the form by now. What else was changed goes over the layer as it is: somebody may have changed it since. */
  const finishJob = async (saved: Document, outcome: Outcome): Promise<void> => {
    setJob(null);
    const base = { ...saved, items: outcome.document.items };
    studio.settle(base, outcome.document);
    await fillEmpty(params.id, outcome);
    await settle(base, outcome.document);
  };
  /** Somebody was quicker. Where they have changed other fields, both changes go together. */
  const settle = async (saved: Document, now: Document): Promise<void> => {
    setJob(null);
    const their = await mergeWithTheirs(params.id, saved, now);
    return their.merge.conflicts.length > 0 ? setTheirs(their) : take(their, []);
  };
  const take = async ({ merge, document, etag: tag }: Theirs, giveUp: readonly string[]): Promise<void> => {
    const merged = merge.merged(giveUp);
    setTheirs(null);
    setEtag(tag);
    studio.settle(document, merged);
    await send(document, merged, tag);
  };
  return {
    isBusy,
    error,
    save: () => run(() => send(studio.saved, studio.document, etag)),
    check,
    job,
    conflict: theirs && {
      fields: theirs.merge.conflicts,
      resolve: (giveUp: readonly string[]) => void run(() => take(theirs, giveUp)),
      cancel: () => setTheirs(null),
    },
  };
}
