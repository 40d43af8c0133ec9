// A map service on its way to a layer: its list is read, one picture is tried, and then it is made.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { z } from 'zod';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { previewName } from '@/contract/ogc';
import type { Layer } from '@/contract/schemas/layer';
import { NewLayer } from '@/contract/schemas/layers/write';
import type { ServiceCapabilities, ServiceKind } from '@/contract/schemas/sources/service';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { useResourceForm } from '@/lib/form/use-resource-form';
import { href } from '@/lib/routes/rules';
import { firstOf, NEW_SERVICE, type ServiceValues, toSource, typeOf, withLayers } from '../logic/service-values';
import type { Trial } from './service-map';

const problemsIn = (error: unknown) => (error instanceof CallError ? error.fields : {});
/** Names of fields as the form has them. */
const flat = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^source\./, '').replace(/^source$/, 'url'), text])); // biome-ignore format: one line

const atOwnFields = ({ kind, status, detail, code, fields, requestId, body }: CallError) =>
  new CallError(kind, status, detail, code, flat(fields), requestId, body);

interface FormInput {
  capabilities: ServiceCapabilities | null;
  /** Made without a trial. */
  isInsisting: boolean;
  onFailed: () => void;
}

/** The form around what is chosen: it is tried once more before it is saved. */
function useServiceForm({ capabilities, isInsisting, onFailed }: FormInput) {
  const t = useTranslations('layerSources.service');
  const router = useRouter();
  const client = useQueryClient();
  return useResourceForm<ServiceValues, Layer>({
    initial: { values: NEW_SERVICE, etag: null },
    isNew: true,
    schema: NewLayer,
    toBody: (fields) => {
      const values = { ...NEW_SERVICE, ...fields };
      const source = toSource(values, capabilities);
      return {
        label: values.label,
        type: typeOf(source?.kind ?? values.kind),
        ...(source ? { source } : {}),
        ...(values.groups.length > 0 ? { group_layer: values.groups } : {}),
      };
    },
    check: (values): Record<string, string> => {
      if (!capabilities) return { url: t('readFirst') };
      return values.layers.length === 0 ? { layers: t('choose') } : {};
    },
    send: async (body: z.infer<typeof NewLayer>) => {
      try {
        if (!isInsisting && body.source) await call(api.services.test, { body: { source: body.source } });
        return await call(api.layers.create, { body });
      } catch (error) {
        onFailed();
        throw error instanceof CallError ? atOwnFields(error) : error;
      }
    },
    onSaved: ({ id, label }) => {
      void invalidate(client, ['layer', 'group']);
      toast({ type: 'success', message: t('made', { label }) });
      router.push(`${href('home')}?layer=${id}`);
    },
  });
}

/** What is to be known of a list that has come. */
function useNotes() {
  const t = useTranslations('layerSources.service');
  return ({ removed, kind }: ServiceCapabilities, expected: ServiceKind): string[] => [
    ...(removed.length > 0 ? [t('removed', { keys: removed.join(', ') })] : []),
    ...(kind === expected ? [] : [t('otherKind', { kind: t(`kinds.${kind}`) })]),
  ];
}

export function useService() {
  const t = useTranslations('layerSources.service');
  const [capabilities, setCapabilities] = useState<ServiceCapabilities | null>(null);
  const notesOn = useNotes();
  const [notes, setNotes] = useState<string[]>([]);
  const [trial, setTrial] = useState<Trial | null>(null);
  const [isReading, setReading] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** The trial before the last save has failed: the person may know better. */
  const [hasFailed, setFailed] = useState(false);
  const [isInsisting, setInsisting] = useState(false);

  const resource = useServiceForm({ capabilities, isInsisting, onFailed: () => setFailed(true) });
  const { form, refuse } = resource;

  /** Takes what has failed to its fields, or above the form. */
  const showFailure = (error: unknown) => {
    const fields = flat(problemsIn(error));
    if (Object.keys(fields).length > 0) refuse(fields);
    else setFailure(error);
  };
  const stale = () => {
    setTrial(null);
    setFailed(false);
    setInsisting(false);
  };

  async function read(): Promise<void> {
    const { kind, url, username, password } = form.getValues();
    setReading(true);
    setFailure(null);
    setCapabilities(null);
    stale();
    form.clearErrors();
    try {
      const body = { kind, url: url.trim(), ...(username ? { username, password } : {}) };
      const answer = await call(api.services.capabilities, { body });
      setCapabilities(answer);
      setNotes(notesOn(answer, kind));
      const only = answer.layers.filter(({ name, has_mercator }) => name !== null && has_mercator);
      form.setValues({ kind: answer.kind, layers: [] });
      if (only.length === 1 || answer.kind === 'arcgis') choose([only[0]?.name ?? ''], answer);
    } catch (error) {
      showFailure(error);
    } finally {
      setReading(false);
    }
  }

  function choose(layers: string[], of = capabilities): void {
    const first = of && firstOf(of.layers, layers);
    stale();
    form.clearErrors();
    form.setValues(withLayers(form.getValues(), layers, first));
  }

  async function tryOut(): Promise<void> {
    const source = toSource(form.getValues(), capabilities);
    if (!source) return refuse(capabilities ? { layers: t('choose') } : { url: t('readFirst') });
    setTrying(true);
    setFailure(null);
    form.clearErrors();
    try {
      const answer = await call(api.services.test, { body: { source } });
      setTrial({ ...answer, preview: previewName(answer.preview), source });
    } catch (error) {
      setTrial(null);
      showFailure(error);
    } finally {
      setTrying(false);
    }
  }

  return { resource, capabilities, notes, trial, failure, isReading, isTrying, hasFailed, insist: () => setInsisting(true), isInsisting, read, choose, tryOut, stale, forget: () => setCapabilities(null) }; // biome-ignore format: one list
}
export type ServiceState = ReturnType<typeof useService>;
