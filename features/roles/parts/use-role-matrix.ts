// A role's rights on layers on a screen: as they were read, what has been changed since, and the one call that saves it.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CellChange } from '@/components/collection/matrix-cells';
import { api } from '@/contract/index';
import type { LayerPermission } from '@/contract/schemas/user';
import { exchange } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource, useResource } from '@/lib/api/use-resource';
import { applyChanges, changesOf, countChanged, type Edits, rebase, toPermissions } from '../logic/rights';

const NO_LINES: readonly LayerPermission[] = [];
const NO_EDITS: Edits = new Map();
const PRECONDITION_FAILED = 412;

export function useRoleMatrix(group: number) {
  const client = useQueryClient();
  const input = { query: { group } };
  const read = useResource(api.roles.layerPermissions, input);
  const [latest, setLatest] = useState<Resource<LayerPermission[]> | null>(null);
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  /** How many rights somebody else has changed meanwhile. */
  const [joined, setJoined] = useState(0);
  const standing = latest ?? read.data;
  const lines = standing?.body ?? NO_LINES;
  const byLayer = useMemo(() => new Map(lines.map((line) => [line.layer, line])), [lines]);
  const changes = useMemo(() => changesOf(lines, edits), [lines, edits]);

  /** Somebody was quicker: their rights are shown, the changed ones stay changed, and the person sees both before saving again. */
  const join = async () => {
    const fresh = await readResource(api.roles.layerPermissions, input);
    setJoined(countChanged(lines, fresh.body));
    setEdits(rebase(lines, edits, fresh.body));
    setLatest(fresh);
  };
  const save = async (): Promise<boolean> => {
    if (edits.size === 0) return true;
    setBusy(true);
    setError(null);
    try {
      const body = { permissions: toPermissions(edits) };
      const { body: saved, headers } = await exchange(api.roles.setLayerPermissions, { ...input, body }, ifMatch(standing?.etag ?? null)); // biome-ignore format: one call
      setLatest({ body: saved, etag: headers.get('etag') });
      setEdits(NO_EDITS);
      setJoined(0);
      void invalidate(client, ['role', 'layer', 'record']);
      return true;
    } catch (failure) {
      if (failure instanceof CallError && failure.status === PRECONDITION_FAILED) await join().catch(setError);
      else setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    isPending: !standing && read.isPending,
    readError: standing ? null : read.error,
    retry: () => void read.refetch(),
    lines,
    byLayer,
    edits,
    changes,
    joined,
    isBusy,
    error,
    change: (cells: readonly CellChange[]) => setEdits((now) => applyChanges(byLayer, now, cells)),
    reset: () => setEdits(NO_EDITS),
    save,
  };
}
export type RoleMatrix = ReturnType<typeof useRoleMatrix>;
