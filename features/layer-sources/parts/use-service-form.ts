// The form around what is chosen of a service: the service is tried once more before a layer is made of it or changed.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { LayerPatch, NewLayer } from '@/contract/schemas/layers/write';
import type { ServiceCapabilities, ServiceSource } from '@/contract/schemas/sources/service';
import { call, exchange } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource } from '@/lib/api/use-resource';
import { changedFields } from '@/lib/form/changes';
import { type ResourceForm, type Standing, useResourceForm } from '@/lib/form/use-resource-form';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import {
  forTrial,
  NEW_SERVICE,
  type ServiceValues,
  sourceOfLayer,
  toSource,
  touchesService,
  typeOf,
  valuesOf,
  withAttribution,
} from '../logic/service-values';
import { undrawable } from '../logic/source-changes';

/** Names of fields as the form has them. */
export const flat = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^(config\.)?source\./, '').replace(/^(config\.)?source$/, 'url'), text])); // biome-ignore format: one line

const atOwnFields = ({ kind, status, detail, code, fields, requestId, body }: CallError) =>
  new CallError(kind, status, detail, code, flat(fields), requestId, body);

export interface FormInput {
  /** The layer that is edited; null for a new one. */
  edited: Resource<Layer> | null;
  capabilities: ServiceCapabilities | null;
  /** Saved without a trial. */
  isInsisting: boolean;
  onFailed: () => void;
  onSaved: (layer: Layer) => void;
}

/** Tries a source, sends what `write` sends, and takes refusals to the form's own fields. */
async function trySend<T>(
  source: ServiceSource | null,
  layer: number | undefined,
  { onFailed }: FormInput,
  write: () => Promise<T>,
): Promise<T> {
  // biome-ignore format: one line
  try {
    if (source)
      await call(api.services.test, {
        body: { source: forTrial(source), ...(layer === undefined ? {} : { layer }) },
      });
    return await write();
  } catch (error) {
    onFailed();
    throw error instanceof CallError ? atOwnFields(error) : error;
  }
}

function useNewService(input: FormInput) {
  const t = useTranslations('layerSources.service');
  const router = useRouter();
  const client = useQueryClient();
  const { capabilities, isInsisting } = input;
  return {
    initial: { values: NEW_SERVICE, etag: null },
    isNew: true,
    schema: NewLayer,
    toBody: (fields: Partial<ServiceValues>) => {
      const values = { ...NEW_SERVICE, ...fields };
      const source = toSource(values, capabilities);
      return {
        label: values.label,
        type: typeOf(source?.kind ?? values.kind),
        ...(source ? { source } : {}),
        ...(values.groups.length > 0 ? { group_layer: values.groups } : {}),
      };
    },
    check: (values: ServiceValues): Record<string, string> => {
      if (!capabilities) return { url: t('readFirst') };
      return values.layers.length === 0 ? { layers: t('choose') } : {};
    },
    send: (body: typeof NewLayer._output): Promise<Resource<Layer>> =>
      trySend(isInsisting ? null : (body.source ?? null), undefined, input, async () => ({
        body: await call(api.layers.create, { body }),
        etag: null,
      })),
    onSaved: ({ body: { id, label } }: Resource<Layer>) => {
      void invalidate(client, ['layer', 'group']);
      toast({ type: 'success', message: t('made', { label }) });
      router.push(`${href('home')}?layer=${id}`);
    },
  };
}

const toStanding = ({ body, etag }: Resource<Layer>): Standing<ServiceValues> => ({ values: valuesOf(body), etag });

function useServiceEdit(input: FormInput, edited: Resource<Layer>, now: () => ServiceValues) {
  const t = useTranslations('layerSources.service');
  const { listed } = useFormat();
  const client = useQueryClient();
  const { capabilities, isInsisting } = input;
  const { id } = edited.body;
  const params = { id };
  const stored = sourceOfLayer(edited.body);
  return {
    initial: toStanding(edited),
    schema: LayerPatch,
    toBody: (fields: Partial<ServiceValues>) => {
      const source = touchesService(fields)
        ? toSource(now(), capabilities)
        : 'attribution' in fields
          ? withAttribution(stored, fields.attribution ?? '')
          : null;
      return {
        ...(fields.label === undefined ? {} : { label: fields.label }),
        ...(fields.groups === undefined ? {} : { group_layer: fields.groups }),
        ...(source ? { config: { source } } : {}),
      };
    },
    check: (values: ServiceValues): Record<string, string> => {
      if (!touchesService(changedFields(valuesOf(edited.body), values))) return {};
      if (!capabilities) return { url: t('readFirst') };
      if (values.layers.length === 0) return { layers: t('choose') };
      const names = undrawable(capabilities, values.layers);
      return names.length > 0 ? { layers: t('undrawable', { names: listed(names) }) } : {};
    },
    send: (body: typeof LayerPatch._output, etag: string | null): Promise<Resource<Layer>> => {
      const source = body.config?.source as ServiceSource | undefined;
      const isNewSource = source && touchesService(changedFields(valuesOf(edited.body), now()));
      return trySend(isNewSource && !isInsisting ? source : null, id, input, async () => {
        const answer = await exchange(api.layers.edit, { params, body }, ifMatch(etag));
        return { body: answer.body, etag: answer.headers.get('etag') };
      });
    },
    reload: async () => toStanding(await readResource(api.layers.one, { params })),
    toStanding,
    onSaved: ({ body }: Resource<Layer>) => {
      void invalidate(client, ['layer', 'group']);
      toast({ type: 'success', message: t('saved', { label: body.label }) });
      input.onSaved(body);
    },
  };
}

export function useServiceForm(input: FormInput): ResourceForm<ServiceValues> {
  const fresh = useNewService(input);
  const edit = useServiceEdit(input, input.edited ?? NOTHING, () => resource.form.getValues());
  const resource: ResourceForm<ServiceValues> = useResourceForm<ServiceValues, Resource<Layer>>(
    input.edited ? edit : fresh,
  );
  return resource;
}

/** Hooks are called for a new layer too. */
const NOTHING = {
  body: { id: 0, label: '', group_layer: [], config: { source: { kind: 'wms', url: '', layers: '', format: '' } } },
  etag: null,
} as unknown as Resource<Layer>;
