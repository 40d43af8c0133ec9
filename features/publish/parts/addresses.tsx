// The texts that other programs want of a published layer, each with a button that copies it.
'use client';
import { Button, CopyButton, Group, SegmentedControl, Select } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useAction } from '@/components/feedback/use-action';
import { IconButton } from '@/components/icon-button';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import type { PublishedLayer } from '@/contract/schemas/publish/layer';
import { useRead, useWrite } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';
import { type CopyPart, type Door, KEY_PLACE, type Program, partsOf, programsOf, serviceOf } from '../logic/addresses';
import classes from './publish.module.css';

export function Addresses({ layer }: { layer: PublishedLayer }) {
  const t = useTranslations('publish.addresses');
  const { lang } = useFormat();
  const isOpenLayer = layer.settings.access === 'open';
  const [door, setDoor] = useState<Door>(isOpenLayer ? 'open' : 'key');
  const programs = programsOf(layer.type);
  const [program, setProgram] = useState<Program>(programs[0] as Program);
  const open = useRead(api.publish.open, {}, { enabled: isOpenLayer });
  const doors: Door[] = isOpenLayer ? ['open', 'key', 'address'] : ['key', 'address'];
  const now = doors.includes(door) ? door : 'key';
  const name = t(`programs.${program}`);
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
        <>
          <Select
            label={t('program')}
            allowDeselect={false}
            data={programs.map((value) => ({ value, label: t(`programs.${value}`) }))}
            value={program}
            onChange={(value) => setProgram(value as Program)}
          />
          {layer.settings.services[serviceOf(program)] ? (
            <>
              <p className={classes.steps}>{t(`steps.${program}`)}</p>
              {partsOf(program, {
                origin: location.origin,
                layer: layer.id,
                type: layer.type,
                door: now,
                open: open.data?.open ?? null,
                isJalali: lang === 'fa',
              }).map((part) => (
                <CopyLine key={part.name} part={part} />
              ))}
            </>
          ) : (
            <Callout kind="caution">{t('off', { program: name })}</Callout>
          )}
        </>
      )}
    </Card>
  );
}

function CopyLine({ part: { name, text } }: { part: CopyPart }) {
  const t = useTranslations('publish.addresses');
  const label = t(`parts.${name}`);
  return (
    <div className={classes.copyLine}>
      <span className={classes.copyName}>{label}</span>
      <code className={classes.code} dir="ltr">
        {text}
      </code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <IconButton label={copied ? t('copied') : t('copy', { part: label })} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </IconButton>
        )}
      </CopyButton>
    </div>
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
