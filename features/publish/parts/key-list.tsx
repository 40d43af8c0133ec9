// The keys: what each opens, until when, and when it was used last.
'use client';
import { Badge } from '@mantine/core';
import { IconEdit, IconKey, IconKeyOff, IconLink, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { Callout } from '@/components/feedback/callout';
import { useAction } from '@/components/feedback/use-action';
import { NameList } from '@/components/name-list';
import { fold } from '@/contract/fold';
import { api } from '@/contract/index';
import { KEY_STATES, type PublishKey, type PublishKeySecret } from '@/contract/schemas/publish/key';
import { useRead, useWrite } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';
import type { FrameProps } from './layer-list';
import { EditKey } from './new-key';
import classes from './publish.module.css';
import { SecretDialog } from './secret-dialog';

/** A key with the number that the list knows its rows by. */
interface KeyLine {
  id: number;
  key: PublishKey;
}

const COLOURS = { works: 'green', ending: 'yellow', ended: 'red', revoked: 'gray' } as const;
const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;
const MAX_NAMES = 5;
const WRITES = ['add', 'edit', 'delete'] as const;

const isUnused = ({ state, last_used, made: begin }: PublishKey) =>
  (state === 'works' || state === 'ending') && Date.now() - Date.parse(last_used ?? begin) > UNUSED_DAYS * DAY_MS;

function useColumns(): Column<KeyLine>[] {
  const t = useTranslations('publish');
  const { number, date, listed } = useFormat();
  const more = (n: number) => t('keys.more', { n: number(n) });
  const rightsOf = ({ layers }: PublishKey) => {
    const names = WRITES.filter((name) => layers.some((layer) => layer[name]));
    return names.length > 0 ? listed(names.map((name) => t(`layers.write.${name}`))) : t('layers.reads');
  };
  return [
    {
      id: 'state',
      title: t('keys.state'),
      cell: ({ key }) => (
        <Badge variant="light" tt="none" color={COLOURS[key.state]}>
          {t(`keys.states.${key.state}`)}
        </Badge>
      ),
    },
    {
      id: 'layers',
      title: t('keys.layers'),
      isCut: true,
      cell: ({ key }) => <NameList names={key.layers.map(({ label }) => label)} more={more} />,
    },
    { id: 'rights', title: t('keys.rights'), cell: ({ key }) => <Rights text={rightsOf(key)} of={key} /> },
    {
      id: 'regions',
      title: t('keys.regions'),
      isCut: true,
      isWide: true,
      cell: ({ key }) =>
        key.regions.length > 0 ? <NameList names={key.regions.map(({ label }) => label)} more={more} /> : t('keys.everywhere'), // biome-ignore format: one line
    },
    { id: 'expires', title: t('keys.expires'), cell: ({ key }) => <time dateTime={key.expires}>{date(key.expires)}</time> }, // biome-ignore format: one row
    { id: 'last', title: t('keys.lastUsed'), cell: ({ key }) => <LastUse of={key} /> },
  ];
}

function Rights({ text, of }: { text: string; of: PublishKey }) {
  const t = useTranslations('publish.keys');
  return (
    <span className={classes.rights}>
      {text}
      {of.in_address && (
        <span role="img" aria-label={t('inAddress')} title={t('inAddress')} className={classes.quiet}>
          <IconLink size={14} />
        </span>
      )}
    </span>
  );
}

function LastUse({ of: { last_used, last_ip } }: { of: PublishKey }) {
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

/** What is done with a key at once. `onSecret` is given a new secret. */
function useKeyActs(onSecret: (key: PublishKeySecret) => void) {
  const t = useTranslations('publish.keys');
  const { date } = useFormat();
  const rotate = useWrite(api.publishKeys.rotate);
  const revoke = useWrite(api.publishKeys.revoke);
  const params = ({ id }: PublishKey) => ({ params: { id } });
  const name = ({ label }: PublishKey) => ({ name: isolate(label) });
  const rotating = useAction((key: PublishKey) => rotate.mutateAsync(params(key)), {
    confirm: (key) => ({ title: t('rotateTitle', name(key)), text: t('rotateText'), confirm: t('rotate') }),
  });
  const revoking = useAction((key: PublishKey) => revoke.mutateAsync(params(key)), {
    confirm: (key) => ({
      title: t('revokeTitle', name(key)),
      text: t('revokeText', {
        use: key.last_used ? t('revokeUse', { when: date(key.last_used, 'relative') }) : t('revokeUnused'),
      }),
      confirm: t('revoke'),
      danger: true,
    }),
    done: (_, key) => t('revoked', name(key)),
  });
  return {
    rotate: (key: PublishKey) => void rotating.run(key).then((next) => next && onSecret(next)),
    revoke: (key: PublishKey) => void revoking.run(key),
  };
}

export function KeyList({ title, actions, primary }: FrameProps) {
  const t = useTranslations('publish.keys');
  const [search, setSearch] = useState<string | null>(null);
  const [state, setState] = useState<string | null>(null);
  const [editing, setEditing] = useState<PublishKey | null>(null);
  const [secret, setSecret] = useState<PublishKeySecret | null>(null);
  const read = useRead(api.publishKeys.list, {});
  const columns = useColumns();
  const acts = useKeyActs(setSecret);
  const all = read.data ?? [];
  const words = fold(search ?? '')
    .split(' ')
    .filter(Boolean);
  const rows = all
    .map((key, i): KeyLine => ({ id: i + 1, key }))
    .filter(({ key }) => (state === null || key.state === state) && words.every((word) => fold(`${key.label} ${key.id}`).includes(word))); // biome-ignore format: one line
  const clear = () => {
    setSearch(null);
    setState(null);
  };
  return (
    <CollectionPage
      title={title}
      actions={actions}
      primary={primary}
      faces={{
        rows,
        count: all.length === 0 ? 0 : rows.length,
        isCapped: false,
        page: 1,
        size: 100,
        isPending: read.isPending,
        isStale: false,
        isFiltered: search !== null || state !== null,
        error: read.data ? null : read.error,
        retry: () => void read.refetch(),
        clear,
        onPage: () => undefined,
        onSize: () => undefined,
      }}
      filters={{
        search: { label: t('search'), value: search, onChange: setSearch },
        fields: [
          {
            id: 'state',
            kind: 'choice',
            label: t('state'),
            value: state,
            options: KEY_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
            onChange: setState,
          },
        ],
        children: <Unused keys={all} />,
      }}
      list={{
        title: { title: t('name'), text: ({ key }) => key.label },
        columns,
        onOpen: ({ key }) => setEditing(key.state === 'revoked' ? null : key),
        acts: ({ key }) => {
          const whyNot = key.state === 'revoked' ? t('whyRevoked') : null;
          return [
            { id: 'edit', label: t('edit'), icon: <IconEdit size={16} />, run: () => setEditing(key), whyNot },
            { id: 'rotate', label: t('rotate'), icon: <IconRefresh size={16} />, run: () => acts.rotate(key), whyNot },
            { id: 'revoke', group: 'revoke', label: t('revoke'), icon: <IconKeyOff size={16} />, isDanger: true, run: () => acts.revoke(key), whyNot }, // biome-ignore format: one row
          ];
        },
      }}
      foot={null}
      empty={{ icon: <IconKey size={24} />, title: t('emptyTitle'), text: t('emptyText') }}
    >
      {editing && <EditKey key={editing.id} of={editing} onClose={() => setEditing(null)} />}
      {secret && <SecretDialog name={secret.label} secret={secret.secret} onClose={() => setSecret(null)} />}
    </CollectionPage>
  );
}

/** Keys that nobody needs are a danger only. */
function Unused({ keys }: { keys: readonly PublishKey[] }) {
  const t = useTranslations('publish.keys');
  const { number, listed } = useFormat();
  const unused = keys.filter(isUnused);
  if (unused.length === 0) return null;
  const names = listed(unused.slice(0, MAX_NAMES).map(({ label }) => isolate(label)));
  return <Callout kind="caution">{t('unused', { n: unused.length, count: number(unused.length), names })}</Callout>;
}
