// A map service on its way to a layer, or that of a layer: its list is read, one picture is tried, and then it is saved.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { api } from '@/contract/index';
import { previewName } from '@/contract/ogc';
import type { Layer } from '@/contract/schemas/layer';
import type { ServiceCapabilities, ServiceKind } from '@/contract/schemas/sources/service';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import type { Resource } from '@/lib/api/use-resource';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import {
  firstOf,
  forTrial,
  type ServiceValues,
  sourceOfLayer,
  toSource,
  typeOf,
  withLayers,
} from '../logic/service-values';
import { type SourceChange, sourceChanges } from '../logic/source-changes';
import type { Trial } from './service-map';
import { flat, useServiceForm } from './use-service-form';

const problemsIn = (error: unknown) => (error instanceof CallError ? error.fields : {});

/** What is to be known of a list that has come. */
function useNotes() {
  const t = useTranslations('layerSources.service');
  return ({ removed, kind }: ServiceCapabilities, expected: ServiceKind): string[] => [
    ...(removed.length > 0 ? [t('removed', { keys: removed.join(', ') })] : []),
    ...(kind === expected ? [] : [t('otherKind', { kind: t(`kinds.${kind}`) })]),
  ];
}

const questionOf = ({ kind, url, secret, username, password }: ServiceValues, layer: number | undefined) => ({
  kind,
  url: url.trim(),
  ...(username && secret !== 'kept' ? { username, password } : {}),
  ...(layer !== undefined && secret === 'kept' ? { layer } : {}),
});

/** Asks the service; what fails goes to its fields, or above the form. */
function useAttempts({ form, refuse }: ResourceForm<ServiceValues>) {
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (setBusy: (isBusy: boolean) => void, ask: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    form.clearErrors();
    try {
      await ask();
    } catch (error) {
      const fields = flat(problemsIn(error));
      if (Object.keys(fields).length > 0) refuse(fields);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { attempt, failure };
}

export function useService(edited: Resource<Layer> | null = null) {
  const t = useTranslations('layerSources.service');
  const [layer, setLayer] = useState(edited?.body ?? null);
  const [capabilities, setCapabilities] = useState<ServiceCapabilities | null>(null);
  const notesOn = useNotes();
  const [notes, setNotes] = useState<string[]>([]);
  const [trial, setTrial] = useState<Trial | null>(null);
  const [isReading, setReading] = useState(false);
  const [isTrying, setTrying] = useState(false);
  /** The trial before the last save has failed: the person may know better. */
  const [hasFailed, setFailed] = useState(false);
  const [isInsisting, setInsisting] = useState(false);

  const resource = useServiceForm({
    edited: edited && layer && { body: layer, etag: edited.etag },
    capabilities,
    isInsisting,
    onFailed: () => setFailed(true),
    onSaved: (next) => {
      setLayer(next);
      stale();
    },
  });
  const { form, refuse } = resource;

  const { attempt, failure } = useAttempts(resource);
  const stale = () => {
    setTrial(null);
    setFailed(false);
    setInsisting(false);
  };

  const read = () =>
    attempt(setReading, async () => {
      setCapabilities(null);
      stale();
      const { kind } = form.getValues();
      const answer = await call(api.services.capabilities, { body: questionOf(form.getValues(), layer?.id) });
      if (layer && typeOf(answer.kind) !== layer.type)
        return refuse({ url: t('otherType', { kind: t(`kinds.${answer.kind}`) }) });
      setCapabilities(answer);
      setNotes(notesOn(answer, kind));
      form.setValues({ kind: answer.kind, ...(layer ? {} : { layers: [] }) });
      const [only, second] = answer.layers.filter(({ name, has_mercator }) => name !== null && has_mercator);
      if (!layer && (!second || answer.kind === 'arcgis')) choose([only?.name ?? ''], answer);
    });

  function choose(layers: string[], of = capabilities): void {
    const first = of && firstOf(of.layers, layers);
    stale();
    form.clearErrors();
    form.setValues(withLayers(form.getValues(), layers, first));
  }

  const tryOut = () =>
    attempt(setTrying, async () => {
      const source = toSource(form.getValues(), capabilities);
      if (!source) return refuse(capabilities ? { layers: t('choose') } : { url: t('readFirst') });
      setTrial(null);
      const body = { source: forTrial(source), ...(layer ? { layer: layer.id } : {}) };
      const answer = await call(api.services.test, { body });
      setTrial({ ...answer, preview: previewName(answer.preview), source });
    });

  // A layer that is opened is compared at once with what its service offers today.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => {
    if (layer) void read();
  }, []);
  const changes: SourceChange[] = layer && capabilities ? sourceChanges(sourceOfLayer(layer), capabilities) : [];

  return { resource, layer, capabilities, changes, notes, trial, failure, isReading, isTrying, hasFailed, insist: () => setInsisting(true), isInsisting, read, choose, tryOut, stale, forget: () => setCapabilities(null) }; // biome-ignore format: one list
}
export type ServiceState = ReturnType<typeof useService>;
