// Who may do what on a layer, lent to the layer's page: the matrix for those who manage it, a sentence for all others.
'use client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, TableSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract/index';
import { RIGHTS } from '@/contract/schemas/user';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import type { AccessMatrixProps } from '../parts/access-matrix';

/** Most readers of a layer may not see it. */
const AccessMatrix = lazyPart<AccessMatrixProps>(() =>
  import('../parts/access-matrix').then((part) => ({ default: part.AccessMatrix })),
);

export function LayerAccess({ id }: { id: number }) {
  const t = useTranslations('layers.access');
  const layer = useRead(api.layers.one, { params: { id } });
  if (layer.error && !layer.data) return <ErrorState error={layer.error} retry={() => void layer.refetch()} />;
  if (!layer.data) return <TableSkeleton rows={4} columns={RIGHTS.length + 1} />;
  const { rights, owner } = layer.data;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Text size="sm">{t('own')}</Text>
        {RIGHTS.filter((right) => rights[right]).map((right) => (
          <Badge key={right} variant="light" tt="none">
            {t(`rights.${right}`)}
          </Badge>
        ))}
      </Group>
      {rights.manage ? (
        <Suspense fallback={<TableSkeleton rows={4} columns={RIGHTS.length + 1} />}>
          <AccessMatrix layer={id} />
        </Suspense>
      ) : (
        <Callout>{owner ? t('grantedBy', { owner: personName(owner) }) : t('grantedByNobody')}</Callout>
      )}
    </Stack>
  );
}
