// Who is online and where: a list beside the map.
'use client';
import { Button, Select, TextInput } from '@mantine/core';
import { IconBriefcase, IconMapPin, IconMessage, IconRoute, IconSearch, IconUsers } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { RowMenu } from '@/components/collection/row-menu';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';
import type { OnlineUser } from '@/contract/schemas/tracking';
import { useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { formatDate, today } from '@/lib/i18n/dates';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href, isOffered, type Who } from '@/lib/routes/rules';
import { useMeasureText } from '@/map';
import { freshness } from '../../logic/view';
import classes from '../tracking.module.css';
import type { RoomView } from '../use-view';
import type { Online } from './use-online';

const NearProjects = lazyPart(() => import('./near-projects'));

export interface NowPanelProps extends RoomView {
  online: Online;
  who: Who | null;
  selected: number | null;
  onSelect: (id: number) => void;
}

export function NowPanel(props: NowPanelProps) {
  const t = useTranslations('tracking.now');
  const { lang, number, date } = useFormat();
  const { online, view, change } = props;
  const { users, error, retry, readAt, now, isLost } = online;
  const isFiltered = view.search !== '' || view.region !== null || view.role !== null;
  return (
    <>
      <Filters {...props} />
      {error && !users ? (
        <ErrorState error={error} retry={retry} />
      ) : !users ? (
        <ListSkeleton rows={8} />
      ) : users.length === 0 ? (
        isFiltered ? (
          <EmptyState
            title={t('nothingTitle')}
            text={t('nothingText')}
            action={
              <Button variant="default" onClick={() => change({ search: '', region: null, role: null })}>
                {t('clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<IconUsers size={24} />} title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />
        )
      ) : (
        <>
          {isLost && (
            <Callout kind="caution">{t('lost', { at: date(new Date(readAt).toISOString(), 'time') })}</Callout>
          )}
          <ul className={classes.people} aria-label={t('label')} data-lost={isLost || undefined}>
            {users.map((one) => (
              <PersonRow key={one.user.id} {...props} one={one} />
            ))}
          </ul>
          <p className={classes.stamp} role="status">
            {t('count', { n: number(users.length) })} ·{' '}
            {t('read', { ago: formatDate(lang, new Date(readAt).toISOString(), 'relative', now) })}
          </p>
        </>
      )}
    </>
  );
}

function Filters({ view, change }: RoomView) {
  const t = useTranslations('tracking.now');
  const regions = useRegionOptions();
  const roles = useRoleOptions();
  const pick = (label: string, key: 'region' | 'role', source: typeof regions) => (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      searchable
      data={source.known.map((one) => ({ value: String(one.id), label: one.label }))}
      value={view[key] === null ? null : String(view[key])}
      onChange={(id) => change({ [key]: id === null ? null : Number(id) })}
    />
  );
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.whole ?? ''}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={view.search}
        onChange={({ currentTarget }) => change({ search: currentTarget.value })}
      />
      {pick(t('region'), 'region', regions)}
      {roles.error ? null : pick(t('role'), 'role', roles)}
      <Select
        className={classes.whole ?? ''}
        aria-label={t('order')}
        allowDeselect={false}
        data={(['seen', 'name'] as const).map((value) => ({ value, label: t(`orders.${value}`) }))}
        value={view.order}
        onChange={(order) => change({ order: order as 'seen' | 'name' })}
      />
    </search>
  );
}

function PersonRow({ one, online, who, view, change, selected, onSelect }: NowPanelProps & { one: OnlineUser }) {
  const t = useTranslations('tracking.now');
  const { lang, percent } = useFormat();
  const measure = useMeasureText();
  const { user, geometry, last_seen, seen_by, region, battery, accuracy } = one;
  const name = personName(user);
  const fresh = freshness(last_seen, online.now);
  const isCurrent = selected === user.id;
  const [isNearOpen, setNearOpen] = useState(false);
  const at =
    geometry?.type === 'Point' ? ([geometry.coordinates[0], geometry.coordinates[1]] as [number, number]) : null;
  const facts = [
    formatDate(lang, last_seen, 'relative', online.now),
    geometry ? region?.label : t('noPlace'),
    isCurrent && seen_by ? t(`by.${seen_by}`) : null,
    isCurrent && accuracy != null ? t('accuracy', { metres: measure(accuracy, 'length') }) : null,
    isCurrent && battery != null ? t('battery', { share: percent(battery / 100) }) : null,
  ].filter(Boolean);
  const acts = [
    {
      id: 'today',
      label: t('today'),
      icon: <IconRoute size={16} />,
      run: () =>
        change({
          tab: 'track',
          people: [user.id],
          from: today(),
          to: today(),
          begin: '',
          end: '',
          at: null,
          region: view.region,
        }),
    },
    ...(at
      ? [
          { id: 'show', label: t('show'), icon: <IconMapPin size={16} />, run: () => onSelect(user.id) },
          { id: 'near', label: t('nearProject'), icon: <IconBriefcase size={16} />, run: () => setNearOpen(true) },
        ]
      : []),
    ...(who && isOffered(who, 'chat')
      ? [{ id: 'chat', label: t('chat'), icon: <IconMessage size={16} />, href: `${href('chat')}?with=${user.id}` }]
      : []),
  ];
  return (
    <li className={classes.person} data-current={isCurrent || undefined}>
      <button type="button" className={classes.pick} aria-pressed={isCurrent} onClick={() => onSelect(user.id)}>
        <span className={classes.dot} data-fresh={fresh} role="img" aria-label={t(`dots.${fresh}`)} />
        <span className={classes.words}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.facts}>
            {facts.map((text, i) => (
              <span key={String(text)}>
                {i > 0 && ' · '}
                <bdi>{text}</bdi>
              </span>
            ))}
          </span>
        </span>
      </button>
      <RowMenu label={t('acts', { name })} acts={acts} />
      <Suspense>{isNearOpen && at && <NearProjects user={user} at={at} onClose={() => setNearOpen(false)} />}</Suspense>
    </li>
  );
}
