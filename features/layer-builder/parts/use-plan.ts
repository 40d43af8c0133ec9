// The state of the second step: what the server found, what the person changed, the orders that come of both.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '@/contract/index';
import type { FileRelation } from '@/contract/schemas/layers/file-relation';
import type { Dataset } from '@/contract/schemas/upload';
import { useRead, useWrite } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import { type Draft, draftOf, storeDraft, storeJob } from '../logic/memory';
import {
  type DatasetEdit,
  type DatasetPlan,
  type Edits,
  groupsOf,
  ordersOf,
  planOf,
  problemOf,
  relationsAmong,
  type System,
  withDataset,
} from '../logic/plan';

/** Places the orders of a file; what failed stands in `failure`. */
function useOrders(fileId: string, onStarted: () => void, replaces?: number) {
  const client = useQueryClient();
  const start = useWrite(api.uploads.start);
  const [failure, setFailure] = useState<{ label: string; error: unknown } | null>(null);
  const [starting, setStarting] = useState(false);

  /** One after the other; what is placed is not ordered again after a failure: `onPlaced` is told of each of several. */
  const place = async (
    groups: readonly DatasetPlan[][],
    encoding: string | null,
    relations: readonly FileRelation[],
    onPlaced: (plan: DatasetPlan) => void,
  ): Promise<void> => {
    setStarting(true);
    setFailure(null);
    const orders = ordersOf(groups, fileId, encoding, { replaces, relations });
    for (const [i, body] of orders.entries()) {
      try {
        const job = await start.mutateAsync({ body });
        storeJob(fileId, job.id);
        client.setQueryData(keyOf(api.uploads.job, { params: { id: job.id } }), job);
        if (orders.length > 1) for (const plan of groups[i] ?? []) onPlaced(plan);
      } catch (error) {
        setFailure({ label: body.label, error });
        setStarting(false);
        return;
      }
    }
    onStarted();
  };
  return { failure, starting, place };
}

/** Everything about one uploaded file. `onStarted` is called once all its orders are placed. */
export function usePlan(fileId: string, onStarted: () => void, replaces?: number) {
  const kinds = useTranslations('layerBuilder.kinds');
  const t = useTranslations('layerBuilder.look');
  const [draft, setDraft] = useState<Draft>(() => draftOf(fileId));
  const [tried, setTried] = useState(false);
  useEffect(() => storeDraft(fileId, draft), [fileId, draft]);

  const inspection = useRead(
    api.uploads.inspect,
    { params: { file: fileId }, query: draft.encoding ? { encoding: draft.encoding } : {} },
    { keep: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const labelOf = useCallback(
    (dataset: Dataset, mixed: boolean) =>
      mixed ? t('mixedLabel', { name: dataset.name, kind: kinds(`${dataset.type}` as '1') }) : dataset.name,
    [t, kinds],
  );
  const { data } = inspection;
  const plans = useMemo(() => (data ? planOf(data, draft.edits, labelOf) : []), [data, draft.edits, labelOf]);
  const takenPlans = plans.filter((plan) => plan.take);
  const relations = relationsAmong(plans, data?.relations ?? []);

  const edit = useCallback(
    (change: (edits: Edits) => Edits) => setDraft((now) => ({ ...now, edits: change(now.edits) })),
    [],
  );
  const change = useCallback(
    (index: number, part: DatasetEdit) => edit((edits) => withDataset(edits, index, part)),
    [edit],
  );
  /** The data sets of one file mostly share their system: the choice also goes to those that have none yet. */
  const chooseCrs = useCallback(
    (index: number, system: System) =>
      edit((edits) =>
        plans
          .filter((plan) => plan.index !== index && plan.needsCrs && plan.srid === null && plan.crs === null)
          .reduce((all, plan) => withDataset(all, plan.index, system), withDataset(edits, index, system)),
      ),
    [edit, plans],
  );

  const { failure, starting, place } = useOrders(fileId, onStarted, replaces);
  /** False where something has to be mended first. */
  const run = async (): Promise<boolean> => {
    setTried(true);
    if (takenPlans.length === 0 || takenPlans.some(problemOf)) return false;
    // One order for those that belong together.
    const joined = draft.apart ? [] : relations;
    await place(groupsOf(takenPlans, joined), draft.encoding, joined, ({ index }) => change(index, { take: false }));
    return true;
  };
  return {
    fileId,
    replaces,
    inspection,
    plans,
    taken: takenPlans,
    encoding: draft.encoding,
    /** Relations of the file between data sets that are taken, and whether they are made. */
    relations,
    isJoined: !draft.apart,
    setJoined: (isJoined: boolean) => setDraft((now) => ({ ...now, apart: !isJoined })),
    setEncoding: (encoding: string | null) => setDraft((now) => ({ ...now, encoding })),
    edit,
    change,
    chooseCrs,
    /** Problems are shown once the person has tried to go on. */
    tried,
    failure,
    starting,
    run,
  };
}

export type PlanState = ReturnType<typeof usePlan>;
