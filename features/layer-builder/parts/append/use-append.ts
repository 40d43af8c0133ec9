// The state of an append: the data set, the mapping, how rows know their records, the trial and the order.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import type { AppendOrder, Inspection, Job } from '@/contract/schemas/upload';
import { useRead, useWrite } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import {
  columnsKey,
  guessMapping,
  type Keys,
  type Mapping,
  type Match,
  matchable,
  type Words,
} from '../../logic/append/mapping';
import { type DatasetEdit, type DatasetPlan, planOf, systemOf } from '../../logic/plan';
import { useSavedMappings } from './use-saved-mappings';

interface Choice {
  mapping: Mapping;
  words: Words;
  keys: Keys;
  match: Match | null;
}

/** The order that a choice makes. */
function orderOf(
  fileId: string,
  layer: Layer,
  plan: DatasetPlan,
  choice: Choice,
  encoding: string | null,
): AppendOrder {
  const words = Object.fromEntries(
    Object.entries(choice.words).filter(([field, all]) => Object.values(choice.mapping).includes(field) && Object.keys(all).length > 0), // biome-ignore format: one condition
  );
  const keys = Object.fromEntries(
    Object.entries(choice.keys).filter(([field]) => Object.values(choice.mapping).includes(field)),
  );
  return {
    file_id: fileId,
    ...(encoding ? { encoding } : {}),
    ...(plan.type === 0 ? {} : systemOf(plan)),
    ...(plan.place ? { place: plan.place } : {}),
    append_metadata: {
      field_mapping: choice.mapping,
      layer_id: layer.id,
      dataset_layer: plan.dataset.name,
      geom_type: plan.type,
      file_id: fileId,
      feature_count: plan.dataset.feature_count,
      ...(choice.match ? { match: choice.match } : {}),
      ...(Object.keys(words).length > 0 ? { words } : {}),
      ...(Object.keys(keys).length > 0 ? { keys } : {}),
    },
  };
}

/** `inspection` is that of the file as it is read now. */
export function useAppend(fileId: string, layer: Layer, inspection: Inspection, encoding: string | null) {
  const client = useQueryClient();
  const { form } = layer.config;
  const [edits, setEdits] = useState<Record<number, DatasetEdit>>({});
  const plans = useMemo(() => planOf(inspection, edits, (dataset) => dataset.name), [inspection, edits]);
  const fitting = plans.filter((plan) => plan.type === layer.type);
  const [index, setIndex] = useState<number | null>(null);
  const plan = plans.find((one) => one.index === index) ?? fitting[0] ?? plans.find(({ canPlace }) => canPlace) ?? null;
  const columns = plan?.dataset.fields ?? [];
  const [saved, save] = useSavedMappings(layer.id);
  const headings = plan ? columnsKey(plan.dataset) : '';
  const earlier = saved?.find((one) => one.columns === headings);
  const [changed, setChanged] = useState<{ headings: string; choice: Choice } | null>(null);
  const guess = useMemo<Choice & { isEarlier: boolean }>(() => {
    const names = new Set(form.map(({ name }) => name));
    if (earlier && Object.values(earlier.mapping).every((name) => names.has(name))) {
      const { mapping, words, keys = {}, match } = earlier;
      return { mapping, words, keys, match, isEarlier: true };
    }
    const mapping = guessMapping(columns, form);
    const key = matchable(form, mapping).find(({ unique }) => unique);
    return { mapping, words: {}, keys: {}, match: key ? { field: key.name, on: 'skip' } : null, isEarlier: false };
  }, [columns, form, earlier]);
  const choice = changed?.headings === headings ? changed.choice : guess;
  const [trial, setTrial] = useState<Job['id'] | null>(null);
  const start = useWrite(api.uploads.append);
  // What was tried is not what would be done any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of these forgets the trial
  useEffect(() => setTrial(null), [choice, plan?.srid, plan?.crs, plan?.place, plan?.index, encoding]);
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    // A field that no column fills any more cannot tell rows apart.
    if (next.match && !matchable(form, next.mapping).some(({ name }) => name === next.match?.field)) next.match = null;
    setChanged({ headings, choice: next });
  };
  const order = async (isTrial: boolean): Promise<Job | null> => {
    if (!plan) return null;
    // What is tried stays, also where an earlier mapping arrives only now.
    setChanged({ headings, choice });
    const body = { ...orderOf(fileId, layer, plan, choice, encoding), ...(isTrial ? { dry_run: true } : {}) };
    const job = await start.mutateAsync({ body }).catch(() => null);
    if (!job) return null;
    client.setQueryData(keyOf(api.uploads.job, { params: { id: job.id } }), job);
    if (isTrial) setTrial(job.id);
    else
      save({ columns: headings, mapping: choice.mapping, words: choice.words, keys: choice.keys, match: choice.match });
    return job;
  };
  return {
    plans,
    plan,
    isFitting: plan?.type === layer.type,
    columns,
    mapping: choice.mapping,
    words: choice.words,
    keys: choice.keys,
    match: choice.match,
    isEarlier: choice === guess && guess.isEarlier,
    choose: setIndex,
    editPlan: (part: DatasetEdit) =>
      plan && setEdits((now) => ({ ...now, [plan.index]: { ...now[plan.index], ...part } })),
    setMapping: (mapping: Mapping) => change({ mapping }),
    setMatch: (match: Match | null) => change({ match }),
    /** An empty key names features by their ids. */
    setKey: (field: string, key: string) => {
      const { [field]: _former, ...rest } = choice.keys;
      change({ keys: key === '' ? rest : { ...rest, [field]: key } });
    },
    /** `-` leaves a word to be refused. */
    setWord: (field: string, word: string, value: string) => {
      const { [word]: _former, ...rest } = choice.words[field] ?? {};
      change({ words: { ...choice.words, [field]: value === '-' ? rest : { ...rest, [word]: value } } });
    },
    trial,
    order,
    isOrdering: start.isPending,
    error: start.error,
  };
}
export type AppendState = ReturnType<typeof useAppend>;

/** The append of this file into this layer that the server knows, which is not a trial. */
export function useEarlierAppend(fileId: string, layer: number): { id: string | null; isPending: boolean } {
  const jobs = useRead(api.uploads.jobs, {});
  const job = jobs.data?.find((one) => one.kind === 'append' && !one.dry_run && one.file_id === fileId && one.layer === layer && one.state !== 'failed' && one.state !== 'cancelled'); // biome-ignore format: one condition
  return { id: job?.id ?? null, isPending: jobs.isPending };
}
