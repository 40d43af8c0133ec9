// The layer that an editor of this room opens, or why it opens none.
'use client';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { CallError } from '@/lib/api/errors';
import { type Resource, useResource } from '@/lib/api/use-resource';
import { href } from '@/lib/routes/rules';

const GONE = [403, 404];

interface LayerGateProps {
  id: number;
  /** Types of layers that the editor knows. */
  types: readonly number[];
  /** Where the words of its refusals stand. */
  words: 'service' | 'raster';
  icon: ReactNode;
  children: (layer: Resource<Layer>) => ReactNode;
}

export function LayerGate({ id, types, words, icon, children }: LayerGateProps) {
  const t = useTranslations(`layerSources.${words}.refused`);
  const { data, error, refetch } = useResource(api.layers.one, { params: { id } });
  const refused = (why: 'missing' | 'otherLayer' | 'noRight') => (
    <EmptyState
      icon={why === 'noRight' ? <IconLock size={24} /> : icon}
      title={t(`${why}.title`)}
      text={t(`${why}.text`)}
      action={
        <Button component={Link} href={href('layers')}>
          {t('toLayers')}
        </Button>
      }
    />
  );
  if (error instanceof CallError && GONE.includes(error.status)) return refused('missing');
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <FormSkeleton fields={6} />;
  if (!types.includes(data.body.type)) return refused('otherLayer');
  return data.body.rights.manage ? children(data) : refused('noRight');
}
