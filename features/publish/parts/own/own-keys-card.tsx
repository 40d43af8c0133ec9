// The card of one's own keys: programs outside that come with one act as oneself, cut to what it names. The default export is for lazy loading.
'use client';
import { Button } from '@mantine/core';
import { IconEdit, IconKey, IconKeyOff, IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { RowMenu } from '@/components/collection/row-menu';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { NameList } from '@/components/name-list';
import { api } from '@/contract/index';
import { MAX_OWN_KEYS, type OwnKey, type OwnKeySecret } from '@/contract/schemas/publish/key';
import { useRead, useWrite } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';
import { KeyRights, KeyState, LastUse } from '../keys/key-cells';
import { SecretDialog } from '../keys/secret-dialog';
import { useKeyActs } from '../keys/use-key-acts';
import { OwnAddresses } from './own-addresses';
import { EditOwnKey, NewOwnKeyDialog } from './own-key-dialogs';
import classes from './own-keys.module.css';

/** Another upstream may lack these calls: then there is no card. */
const LACKING = new Set([404, 501]);

type Open = { of: 'new' } | { of: 'edit' | 'addresses'; key: OwnKey };

export default function OwnKeysCard() {
  const t = useTranslations('publish.own');
  const { number } = useFormat();
  const { data: keys, error, refetch, isPending } = useRead(api.ownKeys.list, {});
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<OwnKeySecret | null>(null);
  const close = () => setOpen(null);
  if (error && LACKING.has(error.status)) return null;
  const isFull = (keys ?? []).filter(({ state }) => state !== 'revoked').length >= MAX_OWN_KEYS;
  const add = (
    <Button variant="default" aria-haspopup="dialog" disabled={isFull} onClick={() => setOpen({ of: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <Card title={t('title')} hint={t('hint')} action={keys && keys.length > 0 && add}>
      {error && !keys && <ErrorState error={error} retry={() => void refetch()} />}
      {isPending && <ListSkeleton rows={2} />}
      {keys?.length === 0 && (
        <EmptyState icon={<IconKey size={24} />} title={t('emptyTitle')} text={t('emptyText')} action={add} />
      )}
      {isFull && <Callout kind="caution">{t('full', { max: number(MAX_OWN_KEYS) })}</Callout>}
      {keys && keys.length > 0 && <KeyRows keys={keys} onOpen={setOpen} onSecret={setSecret} />}
      {open?.of === 'new' && <NewOwnKeyDialog onClose={close} />}
      {open?.of === 'edit' && <EditOwnKey key={open.key.id} of={open.key} onClose={close} />}
      {open?.of === 'addresses' && <OwnAddresses of={open.key} onClose={close} />}
      {secret && <SecretDialog name={secret.label} secret={secret.secret} onClose={() => setSecret(null)} />}
    </Card>
  );
}

interface RowsProps {
  keys: readonly OwnKey[];
  onOpen: (open: Open) => void;
  onSecret: (secret: OwnKeySecret) => void;
}

function KeyRows({ keys, onOpen, onSecret }: RowsProps) {
  const t = useTranslations('publish');
  const common = useTranslations('common.list');
  const { date } = useFormat();
  const rotate = useWrite(api.ownKeys.rotate);
  const revoke = useWrite(api.ownKeys.revoke);
  const acts = useKeyActs({
    rotate: (id) => rotate.mutateAsync({ params: { id } }),
    revoke: (id) => revoke.mutateAsync({ params: { id } }),
    onSecret,
  });
  const actsOf = (key: OwnKey) => [
    { id: 'addresses', label: t('layers.addresses'), icon: <IconPlugConnected size={16} />, run: () => onOpen({ of: 'addresses', key }), whyNot: key.layers.length === 0 ? t('own.nothingOpen') : null }, // biome-ignore format: one row
    { id: 'edit', label: t('keys.edit'), icon: <IconEdit size={16} />, run: () => onOpen({ of: 'edit', key }) },
    { id: 'rotate', label: t('keys.rotate'), icon: <IconRefresh size={16} />, run: () => acts.rotate(key) },
    { id: 'revoke', group: 'revoke', label: t('keys.revoke'), icon: <IconKeyOff size={16} />, isDanger: true, run: () => acts.revoke(key) }, // biome-ignore format: one row
  ];
  return (
    <ul className={classes.list} aria-label={t('own.title')}>
      {keys.map((key) => (
        <li key={key.id} className={classes.row}>
          <div className={classes.words}>
            <div className={classes.name}>
              <bdi>{key.label}</bdi> <KeyState state={key.state} />
            </div>
            <KeyFacts of={key} />
            {key.old_until && (
              <p className={classes.old}>{t('keys.oldUntil', { when: date(key.old_until, 'datetime') })}</p>
            )}
          </div>
          {key.state !== 'revoked' && (
            <RowMenu label={common('acts', { name: isolate(key.label) })} acts={actsOf(key)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function KeyFacts({ of }: { of: OwnKey }) {
  const t = useTranslations('publish');
  const { number, date } = useFormat();
  const more = (n: number) => t('keys.more', { n: number(n) });
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('keys.layers')}</dt>
        <dd>
          <NameList names={of.layers.map(({ label }) => label)} more={more} />
          {of.lost > 0 && (
            <span className={classes.quiet}> {t('own.lost', { n: of.lost, count: number(of.lost) })}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('keys.rights')}</dt>
        <dd>
          <KeyRights of={of} />
        </dd>
      </div>
      <div>
        <dt>{t('key.expires')}</dt>
        <dd>
          <time dateTime={of.expires}>{date(of.expires)}</time>
        </dd>
      </div>
      <div>
        <dt>{t('keys.lastUsed')}</dt>
        <dd>
          <LastUse of={of} />
        </dd>
      </div>
    </dl>
  );
}
