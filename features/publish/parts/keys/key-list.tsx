// The keys: what each opens, until when, and when it was used last.
'use client';
import { IconEdit, IconKey, IconKeyOff, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { Callout } from '@/components/feedback/callout';
import { NameList } from '@/components/name-list';
import { api } from '@/contract/index';
import {
  KEY_STATES,
  MAX_LISTED_PERSONAL,
  type PublishKey,
  type PublishKeySecret,
} from '@/contract/schemas/publish/key';
import { useRead, useWrite } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import type { FrameProps } from '../layer-list';

import classes from '../publish.module.css';
import { KeyRights, KeyState, LastUse } from './key-cells';
import { EditKey } from './new-key';
import { SecretDialog } from './secret-dialog';
import { useKeyActs } from './use-key-acts';

/** A key with the number that the list knows its rows by. */
interface KeyLine {
  id: number;
  key: PublishKey;
}

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;
const MAX_NAMES = 5;

const isUnused = ({ state, last_used, made: begin }: PublishKey) =>
  (state === 'works' || state === 'ending') && Date.now() - Date.parse(last_used ?? begin) > UNUSED_DAYS * DAY_MS;

function useColumns(): Column<KeyLine>[] {
  const t = useTranslations('publish');
  const { number, date } = useFormat();
  const more = (n: number) => t('keys.more', { n: number(n) });
  return [
    { id: 'state', title: t('keys.state'), cell: ({ key }) => <KeyState state={key.state} /> },
    {
      id: 'person',
      title: t('keys.person'),
      cell: ({ key }) => key.person ? <bdi>{personName(key.person)}</bdi> : <span className={classes.quiet}>{t('keys.ofProgram')}</span>, // biome-ignore format: one line
    },
    {
      id: 'layers',
      title: t('keys.layers'),
      isCut: true,
      cell: ({ key }) => <NameList names={key.layers.map(({ label }) => label)} more={more} />,
    },
    { id: 'rights', title: t('keys.rights'), cell: ({ key }) => <KeyRights of={key} /> },
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

/** What can be done with each key; `onEdit` opens its form, `onSecret` is given a new secret. */
function useRowActs(onEdit: (key: PublishKey) => void, onSecret: (key: PublishKeySecret) => void) {
  const t = useTranslations('publish.keys');
  const rotate = useWrite(api.publishKeys.rotate);
  const revoke = useWrite(api.publishKeys.revoke);
  const acts = useKeyActs({
    rotate: (id) => rotate.mutateAsync({ params: { id } }),
    revoke: (id) => revoke.mutateAsync({ params: { id } }),
    onSecret,
  });
  return ({ key }: KeyLine): RowAct[] => {
    const whyNot = key.state === 'revoked' ? t('whyRevoked') : null;
    const whyNotOurs = whyNot ?? (key.person ? t('whyPersonal') : null);
    return [
      { id: 'edit', label: t('edit'), icon: <IconEdit size={16} />, run: () => onEdit(key), whyNot: whyNotOurs },
      { id: 'rotate', label: t('rotate'), icon: <IconRefresh size={16} />, run: () => acts.rotate(key), whyNot: whyNotOurs }, // biome-ignore format: one row
      { id: 'revoke', group: 'revoke', label: t('revoke'), icon: <IconKeyOff size={16} />, isDanger: true, run: () => acts.revoke(key), whyNot }, // biome-ignore format: one row
    ];
  };
}

export function KeyList({ title, actions, primary }: FrameProps) {
  const t = useTranslations('publish.keys');
  const { number } = useFormat();
  const [search, setSearch] = useState<string | null>(null);
  const [state, setState] = useState<string | null>(null);
  const [editing, setEditing] = useState<PublishKey | null>(null);
  const [secret, setSecret] = useState<PublishKeySecret | null>(null);
  // Keys of people are many: they are searched for by the server.
  const read = useRead(api.publishKeys.list, { query: search === null ? {} : { search } }, { keep: true });
  const columns = useColumns();
  const acts = useRowActs(setEditing, setSecret);
  const all = read.data ?? [];
  const rows = all
    .map((key, i): KeyLine => ({ id: i + 1, key }))
    .filter(({ key }) => state === null || key.state === state);
  const isCapped = all.filter(({ person }) => person).length >= MAX_LISTED_PERSONAL;
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
        isCapped,
        page: 1,
        size: 100,
        isPending: read.isPending,
        isStale: read.isPlaceholderData,
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
        children: (
          <>
            <Unused keys={all} />
            {isCapped && <Callout>{t('capped', { n: number(MAX_LISTED_PERSONAL) })}</Callout>}
          </>
        ),
      }}
      list={{
        title: { title: t('name'), text: ({ key }) => key.label },
        columns,
        onOpen: ({ key }) => setEditing(key.state === 'revoked' || key.person ? null : key),
        acts,
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
