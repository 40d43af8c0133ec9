// The style of a raster layer while it is changed: what is typed is looked at on the map a moment later, and saved as it is seen.
'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { previewName } from '@/contract/ogc';
import type { Layer } from '@/contract/schemas/layer';
import { type LayerRaster, RasterStyle } from '@/contract/schemas/sources/raster';
import { call, exchange } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, type Resource, readResource } from '@/lib/api/use-resource';
import { type ResourceForm, useResourceForm } from '@/lib/form/use-resource-form';

/** A style is asked for once nobody has typed for so long. */
const PAUSE_MS = 350;

/** The published name of the style as it stands; null until the first one has come. */
function usePreview(layer: number, style: RasterStyle, refuse: (problems: Record<string, string>) => void) {
  const [later] = useDebouncedValue(style, PAUSE_MS);
  const [preview, setPreview] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refuse` is another function each time
  useEffect(() => {
    if (!RasterStyle.safeParse(later).success) return;
    const abort = new AbortController();
    call(api.rasters.preview, { params: { id: layer }, body: later }, { signal: abort.signal }).then(
      (answer) => {
        setPreview(previewName(answer.preview));
        setError(null);
      },
      (failure: unknown) => {
        if (abort.signal.aborted) return;
        if (failure instanceof CallError && Object.keys(failure.fields).length > 0) refuse(failure.fields);
        else setError(failure);
      },
    );
    return () => abort.abort();
  }, [later, layer]);
  return { preview, error };
}

export function useRaster({ body: layer, etag }: Resource<Layer>, { style }: LayerRaster) {
  const t = useTranslations('layerSources.raster');
  const client = useQueryClient();
  const params = { id: layer.id };
  const resource: ResourceForm<RasterStyle> = useResourceForm<RasterStyle, Resource<Layer>>({
    initial: { values: style, etag },
    schema: RasterStyle,
    toBody: () => resource.form.getValues(),
    send: async (body: RasterStyle, version) => {
      const answer = await exchange(api.rasters.setStyle, { params, body }, ifMatch(version));
      return { body: answer.body, etag: answer.headers.get('etag') };
    },
    reload: async () => {
      const now = await readResource(api.layers.one, { params });
      return { values: now.body.config.raster?.style ?? style, etag: now.etag };
    },
    toStanding: ({ body, etag: version }) => ({ values: body.config.raster?.style ?? style, etag: version }),
    onSaved: () => {
      void invalidate(client, ['layer']);
      toast({ type: 'success', message: t('saved', { label: layer.label }) });
    },
  });
  const trial = usePreview(layer.id, resource.form.values, resource.refuse);
  return { resource, ...trial };
}
