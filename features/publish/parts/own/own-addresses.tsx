// What other programs want to read the layers of one's own key.
'use client';
import { Select, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { OwnKey } from '@/contract/schemas/publish/key';
import { useRead } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { KEY_PLACE } from '../../logic/addresses';
import { ProgramAddress } from '../program-address';

export function OwnAddresses({ of, onClose }: { of: OwnKey; onClose: () => void }) {
  const t = useTranslations('publish');
  const { data, error, refetch } = useRead(api.ownKeys.layers, {});
  const [choice, setChoice] = useState<string | null>(null);
  const layers = (data ?? []).filter(({ id }) => of.layers.some((layer) => layer.id === id));
  const layer = layers.find(({ id }) => String(id) === choice) ?? layers[0];
  return (
    <Dialog opened onClose={onClose} title={t('own.addressesOf', { name: isolate(of.label) })} size={640}>
      <Stack gap="md">
        {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
        {!error && !data && <FormSkeleton fields={3} />}
        {data && !layer && <Callout kind="caution">{t('own.nothingOpen')}</Callout>}
        {layer && (
          <>
            <Text size="sm">{t('addresses.hint', { key: isolate(KEY_PLACE) })}</Text>
            {of.in_address && <Callout kind="caution">{t('own.addressHint')}</Callout>}
            <Select
              label={t('layers.name')}
              allowDeselect={false}
              data={layers.map(({ id, label }) => ({ value: String(id), label }))}
              value={String(layer.id)}
              onChange={setChoice}
            />
            <ProgramAddress key={layer.id} layer={layer} door={of.in_address ? 'address' : 'key'} open={null} isOwn />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
