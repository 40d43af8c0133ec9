// Many records of one layer, one after the other: the form at the start, their places at the end.
'use client';
import { Button, Skeleton } from '@mantine/core';
import { IconForms, IconLock, IconStack2 } from '@tabler/icons-react';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { CallError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/hooks';
import { href } from '@/lib/routes/rules';
import { AddSeries } from '../parts/add/add-series';

/** /app/add-data/:id */
export function AddDataScreen() {
  const t = useTranslations('records.add');
  const screen = useTranslations('records.screen');
  const id = Number(useParams<{ id: string }>().id);
  const isValidId = Number.isSafeInteger(id) && id > 0;
  const layer = useRead(api.layers.one, { params: { id } }, { enabled: isValidId });
  const back = (to: string, label: string) => (
    <Button component={Link} href={to}>
      {label}
    </Button>
  );
  const toLayers = back(href('layers'), screen('toLayers'));
  if (!isValidId || (layer.error instanceof CallError && [403, 404].includes(layer.error.status)))
    return (
      <EmptyState
        icon={<IconStack2 size={24} />}
        title={screen('missing')}
        text={screen('missingText')}
        action={toLayers}
      />
    );
  if (layer.error) return <ErrorState error={layer.error} retry={() => void layer.refetch()} />;
  if (!layer.data)
    return (
      <div aria-busy>
        <Skeleton h={24} w={240} mb={16} />
        <FormSkeleton fields={6} />
      </div>
    );
  const { label, type, rights, config } = layer.data;
  if (type > LAYER_TYPES.polygon)
    return (
      <EmptyState
        icon={<IconStack2 size={24} />}
        title={t('service')}
        text={screen('pictureText', { layer: label })}
        action={toLayers}
      />
    );
  if (!rights.add)
    return (
      <EmptyState
        icon={<IconLock size={24} />}
        title={t('noRight')}
        text={t('noRightText', { layer: label })}
        action={back(href('layerData', { id }), t('toRecords'))}
      />
    );
  if (config.form.length === 0 && type === LAYER_TYPES.table)
    return (
      <EmptyState
        icon={<IconForms size={24} />}
        title={t('noForm')}
        text={t('noFormText')}
        action={rights.manage ? back(href('formEditor', { id }), t('toStudio')) : toLayers}
      />
    );
  return <AddSeries key={id} layer={layer.data} />;
}
