// What is told of a key, in the list of administrators and in one's own.
'use client';
import { Badge } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { PublishKey } from '@/contract/schemas/publish/key';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../publish.module.css';

const COLOURS = { works: 'green', ending: 'yellow', ended: 'red', revoked: 'gray' } as const;
const WRITES = ['add', 'edit', 'delete'] as const;

export function KeyState({ state }: Pick<PublishKey, 'state'>) {
  const t = useTranslations('publish.keys');
  return (
    <Badge variant="light" tt="none" color={COLOURS[state]}>
      {t(`states.${state}`)}
    </Badge>
  );
}

/** What the key may do in any of its layers, and whether it may stand in an address. */
export function KeyRights({ of }: { of: Pick<PublishKey, 'layers' | 'in_address'> }) {
  const t = useTranslations('publish');
  const { listed } = useFormat();
  const names = WRITES.filter((name) => of.layers.some((layer) => layer[name]));
  return (
    <span className={classes.rights}>
      {names.length > 0 ? listed(names.map((name) => t(`layers.write.${name}`))) : t('layers.reads')}
      {of.in_address && (
        <span role="img" aria-label={t('keys.inAddress')} title={t('keys.inAddress')} className={classes.quiet}>
          <IconLink size={14} />
        </span>
      )}
    </span>
  );
}

export function LastUse({ of: { last_used, last_ip } }: { of: Pick<PublishKey, 'last_used' | 'last_ip'> }) {
  const t = useTranslations('publish.keys');
  const { date } = useFormat();
  if (last_used === null) return <span className={classes.quiet}>{t('never')}</span>;
  return (
    <span>
      <time dateTime={last_used} title={date(last_used, 'datetime')}>
        {date(last_used, 'relative')}
      </time>{' '}
      <bdi dir="ltr" className={classes.quiet}>
        {last_ip}
      </bdi>
    </span>
  );
}
