// The ways in to a published layer, and the texts that other programs want for each.
'use client';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useAction } from '@/components/feedback/use-action';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import type { PublishedLayer } from '@/contract/schemas/publish/layer';
import { useRead, useWrite } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { type Door, KEY_PLACE } from '../logic/addresses';
import { ProgramAddress } from './program-address';

export function Addresses({ layer }: { layer: PublishedLayer }) {
  const t = useTranslations('publish.addresses');
  const isOpenLayer = layer.settings.access === 'open';
  const [door, setDoor] = useState<Door>(isOpenLayer ? 'open' : 'key');
  const open = useRead(api.publish.open, {}, { enabled: isOpenLayer });
  const doors: Door[] = isOpenLayer ? ['open', 'key', 'address'] : ['key', 'address'];
  const now = doors.includes(door) ? door : 'key';
  const lacksAddress = now === 'open' && !open.data?.open;
  return (
    <Card title={t('title')} hint={now === 'open' ? undefined : t('hint', { key: isolate(KEY_PLACE) })}>
      <SegmentedControl
        fullWidth
        aria-label={t('door')}
        value={now}
        data={doors.map((value) => ({ value, label: t(`doors.${value}`) }))}
        onChange={(value) => setDoor(value as Door)}
      />
      {now === 'address' && <Callout kind="caution">{t('addressHint')}</Callout>}
      {isOpenLayer && open.data && <OpenAddress open={open.data.open} />}
      {!lacksAddress && (
        <ProgramAddress
          layer={{ id: layer.id, type: layer.type, services: layer.settings.services }}
          door={now}
          open={open.data?.open ?? null}
        />
      )}
    </Card>
  );
}

/** The address of all open layers: made, changed and closed for all of them at once. */
function OpenAddress({ open }: { open: string | null }) {
  const t = useTranslations('publish.addresses');
  const write = useWrite(api.publish.setOpen);
  const done = () => t('done');
  const send = (body: { on: boolean; renew?: boolean }) => write.mutateAsync({ body });
  const make = useAction(() => send({ on: true }), { done });
  const renew = useAction(() => send({ on: true, renew: true }), {
    confirm: () => ({ title: t('renewTitle'), text: t('renewText'), confirm: t('renew'), danger: true }),
    done,
  });
  const close = useAction(() => send({ on: false }), {
    confirm: () => ({ title: t('closeTitle'), text: t('closeText'), confirm: t('closeOpen'), danger: true }),
    done,
  });
  if (open === null)
    return (
      <Callout
        kind="caution"
        action={
          <Button size="xs" loading={make.isBusy} onClick={() => void make.run(undefined)}>
            {t('makeOpen')}
          </Button>
        }
      >
        {t('noOpen')}
      </Callout>
    );
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" loading={renew.isBusy} onClick={() => void renew.run(undefined)}>
        {t('renew')}
      </Button>
      <Button size="xs" variant="subtle" color="red" loading={close.isBusy} onClick={() => void close.run(undefined)}>
        {t('closeOpen')}
      </Button>
    </Group>
  );
}
