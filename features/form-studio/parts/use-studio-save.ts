// Saving the studio: what is wrong comes first, then the server; somebody else's change in between is merged by field.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource } from '@/lib/api/use-resource';
import { type Document, toForm } from '../logic/document';
import { documentOf, type Merge, mergeDocuments, patchOf } from '../logic/wire';
import type { StudioState } from './use-studio';

const PRECONDITION_FAILED = 412;

export interface SaveOptions {
  studio: StudioState;
  /** The layer as it was opened; null for a new one. */
  resource: Resource<Layer> | null;
  onCreated: (layer: Layer) => void;
  onSaved: (layer: Layer) => void;
}

interface Theirs {
  merge: Merge;
  document: Document;
  etag: string | null;
}

/** Makes the layer; what its making does not take is changed right after. */
async function createLayer({ meta, items }: Document): Promise<Layer> {
  const { label, type, groups, isSupervised } = meta;
  const layer = await call(api.layers.create, {
    body: { label: label.trim(), type, form: toForm(items), group_layer: [...groups], supervised: isSupervised },
  });
  if (!isSupervised || !meta.hasSecondApproval) return layer;
  return call(api.layers.edit, { params: { id: layer.id }, body: { config: { second_approval: true } } });
}

export function useStudioSave({ studio, resource, onCreated, onSaved }: SaveOptions) {
  const client = useQueryClient();
  const [etag, setEtag] = useState(resource?.etag ?? null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const id = resource?.body.id ?? null;

  const send = async (saved: Document, now: Document, ifTag: string | null): Promise<void> => {
    if (id === null) {
      const layer = await createLayer(now);
      void invalidate(client, ['layer', 'group']);
      return onCreated(layer);
    }
    const layer = await call(api.layers.edit, { params: { id }, body: patchOf(saved, now) }, ifMatch(ifTag));
    const fresh = await readResource(api.layers.one, { params: { id } });
    void invalidate(client, ['layer', 'group', 'record']);
    setEtag(fresh.etag);
    studio.settle(documentOf(layer));
    onSaved(layer);
  };
  /** Somebody was quicker. Where they have changed other fields, both changes go together. */
  const settle = async (saved: Document, now: Document): Promise<void> => {
    const fresh = await readResource(api.layers.one, { params: { id: id ?? 0 } });
    const document = documentOf(fresh.body);
    const merge = mergeDocuments(saved, now, document);
    if (merge.conflicts.length > 0) return setTheirs({ merge, document, etag: fresh.etag });
    await take({ merge, document, etag: fresh.etag }, []);
  };
  const take = async ({ merge, document, etag: tag }: Theirs, giveUp: readonly string[]): Promise<void> => {
    const merged = merge.merged(giveUp);
    setTheirs(null);
    setEtag(tag);
    studio.settle(document, merged);
    await send(document, merged, tag);
  };
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
  return {
    isBusy,
    error,
    save: () =>
      run(async () => {
        try {
          await send(studio.saved, studio.document, etag);
        } catch (failure) {
          if (!(failure instanceof CallError) || failure.status !== PRECONDITION_FAILED) throw failure;
          await settle(studio.saved, studio.document);
        }
      }),
    conflict: theirs && {
      fields: theirs.merge.conflicts,
      resolve: (giveUp: readonly string[]) => void run(() => take(theirs, giveUp)),
      cancel: () => setTheirs(null),
    },
  };
}
