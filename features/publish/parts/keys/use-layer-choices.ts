// The layers that a key may name: those that are published, or of these the ones that one sees oneself.
'use client';
import { api } from '@/contract/index';
import type { OwnKeyLayer } from '@/contract/schemas/publish/key';
import { useRead } from '@/lib/api/hooks';
import type { OptionSource } from '@/lib/collection/options';

export type LayerChoice = Pick<OwnKeyLayer, 'id' | 'label' | 'may'>;

export interface LayerChoices {
  layers: readonly LayerChoice[];
  source: OptionSource;
}

const MAX_LAYERS = 1000;

interface ReadState {
  isLoading: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** All at once, for they are few. */
function toChoices(layers: readonly LayerChoice[], { isLoading, error, refetch }: ReadState): LayerChoices {
  const options = layers.map(({ id, label }) => ({ id, label }));
  const retry = () => void refetch();
  return {
    layers,
    source: { options, known: options, isLoading, error, retry, onSearch: () => undefined, more: null },
  };
}

/** For the key of a program. */
export function usePublished(): LayerChoices {
  const read = useRead(api.publish.list, { query: { limit: MAX_LAYERS } });
  const lines = read.data?.results ?? [];
  return toChoices(
    lines.flatMap(({ id, label, published }) => (published ? [{ id, label, may: published.writes }] : [])),
    read,
  );
}

/** For a key of one's own. */
export function useOwnLayers(): LayerChoices {
  const read = useRead(api.ownKeys.layers, {});
  return toChoices(read.data ?? [], read);
}
