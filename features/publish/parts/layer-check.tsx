// What is worth knowing before other programs use a layer, each with what to do about it.
'use client';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';

export function LayerCheck({ layer }: { layer: number }) {
  const t = useTranslations('publish.check');
  const { listed } = useFormat();
  const check = useRead(api.publish.check, { params: { layer } });
  return (
    <Card title={t('title')}>
      {check.error ? (
        <ErrorState error={check.error} retry={() => void check.refetch()} />
      ) : !check.data ? (
        <ListSkeleton rows={2} />
      ) : check.data.length === 0 ? (
        <Callout>{t('fine')}</Callout>
      ) : (
        check.data.map(({ kind, fields }) => (
          <Callout key={kind} kind="caution">
            {t(kind, { fields: listed(fields.map(isolate)) })}
          </Callout>
        ))
      )}
    </Card>
  );
}
