// Above a layer's table: which saved view is open, and what can be done with it.
'use client';
import { Badge, Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconDeviceFloppy, IconLayoutList, IconPencil, IconStar, IconStarOff, IconTrash, IconUserOff, IconUsersGroup, IconX } from '@tabler/icons-react'; // biome-ignore format: one line
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { RowMenu } from '@/components/collection/row-menu';
import { Num } from '@/components/num';
import { api } from '@/contract';
import type { Field } from '@/contract/schemas/form';
import type { LayerView } from '@/contract/schemas/layers/view';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { GroupingMenu } from '../layer-groups/grouping-menu';
import classes from './layer-views.module.css';
import type { LayerViews } from './use-layer-views';

const ICON = 16;

function ViewItem({
  view,
  isOpen,
  count,
  onOpen,
}: {
  view: LayerView;
  isOpen: boolean;
  count: { count: number | null; capped: boolean } | undefined;
  onOpen: () => void;
}) {
  // biome-ignore format: one line
  const t = useTranslations('layerPage.views');
  const { owner } = view;
  return (
    <Menu.Item
      leftSection={isOpen ? <IconCheck size={ICON} aria-label={t('isOpen')} /> : <span className={classes.noMark} />}
      rightSection={
        count && count.count !== null ? (
          <span className={classes.dim}>
            <Num value={count.count} isCapped={count.capped} />
          </span>
        ) : null
      }
      onClick={onOpen}
    >
      <bdi>{view.name}</bdi>
      {view.is_default && <span className={classes.dim}> · {t('default')}</span>}
      {!view.is_own && owner && (
        <span className={classes.dim}>
          {' · '}
          <bdi>{personName(owner)}</bdi>
        </span>
      )}
      {view.is_own && view.shared && <span className={classes.dim}> · {t('isShared')}</span>}
    </Menu.Item>
  );
}

function Switcher({ layer, views }: { layer: number; views: LayerViews }) {
  const t = useTranslations('layerPage.views');
  const [isOpen, setOpen] = useState(false);
  const counts = useRead(api.layerViews.counts, { query: { layer } }, { enabled: isOpen && views.views.length > 0 });
  const { view } = views;
  const item = (one: LayerView) => (
    <ViewItem
      key={one.id}
      view={one}
      isOpen={one.id === view?.id}
      count={counts.data?.find(({ id }) => id === one.id)}
      onOpen={() => views.open(one)}
    />
  );
  const own = views.views.filter(({ is_own }) => is_own);
  const others = views.views.filter(({ is_own }) => !is_own);
  return (
    <Menu withinPortal position="bottom-start" onChange={setOpen}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconLayoutList size={ICON} aria-hidden />}
          rightSection={<IconChevronDown size={ICON} aria-hidden />}
          className={classes.target}
        >
          <span className={classes.name}>{view ? <bdi>{view.name}</bdi> : t('all')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label={t('title')}>
        <Menu.Item
          leftSection={view ? <span className={classes.noMark} /> : <IconCheck size={ICON} aria-label={t('isOpen')} />}
          onClick={() => views.open(null)}
        >
          {t('all')}
        </Menu.Item>
        {own.length > 0 && <Menu.Label>{t('own')}</Menu.Label>}
        {own.map(item)}
        {others.length > 0 && <Menu.Label>{t('others')}</Menu.Label>}
        {others.map(item)}
        {views.views.length === 0 && <p className={classes.hint}>{t('none')}</p>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What can be done with the open view; what belongs to somebody else can be made the first one only. */
function useViewMenu({ view, acts }: LayerViews): RowAct[] {
  const t = useTranslations('layerPage.views');
  if (!view) return [];
  const isDefault: RowAct = {
    id: 'default',
    label: t(view.is_default ? 'noDefault' : 'makeDefault'),
    icon: view.is_default ? <IconStarOff size={ICON} /> : <IconStar size={ICON} />,
    run: () => void acts.toggleDefault(view),
  };
  if (!view.can) return [isDefault];
  const share: RowAct = {
    id: 'share',
    label: t(view.shared ? 'unshare' : 'share'),
    icon: view.shared ? <IconUserOff size={ICON} /> : <IconUsersGroup size={ICON} />,
    run: () => void acts.share(view),
  };
  return [
    { id: 'rename', label: t('rename'), icon: <IconPencil size={ICON} />, run: () => void acts.rename(view) },
    ...(view.is_own ? [share] : []),
    isDefault,
    { id: 'remove', group: 'remove', label: t('remove'), icon: <IconTrash size={ICON} />, isDanger: true, run: () => void acts.remove(view) }, // biome-ignore format: one act
  ];
}

export function ViewBar({ layer, form, views }: { layer: number; form: readonly Field[]; views: LayerViews }) {
  const t = useTranslations('layerPage.views');
  const { listed } = useFormat();
  const { view, isChanged, isPlain, isLost, rest, acts } = views;
  const menu = useViewMenu(views);
  return (
    <section className={classes.bar} aria-label={t('title')}>
      <Switcher layer={layer} views={views} />
      <GroupingMenu form={form} grouping={views.grouping} group={views.group} />
      {view && <RowMenu label={t('menu', { name: view.name })} acts={menu} />}
      {isChanged && (
        <Badge variant="light" tt="none">
          {t('changed')}
        </Badge>
      )}
      {view?.can && isChanged && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconDeviceFloppy size={ICON} aria-hidden />}
          loading={acts.isBusy}
          onClick={() => void acts.save(view)}
        >
          {t('save')}
        </Button>
      )}
      {view && isChanged && (
        <Button size="compact-sm" variant="subtle" onClick={() => views.open(view)}>
          {t('revert')}
        </Button>
      )}
      {(isChanged || (!view && !isPlain)) && (
        <Button size="compact-sm" variant="subtle" loading={acts.isBusy} onClick={() => void acts.saveAs()}>
          {t('saveAs')}
        </Button>
      )}
      {views.isLinked && (
        <Button
          size="compact-sm"
          variant="light"
          rightSection={<IconX size={ICON} aria-hidden />}
          onClick={views.unlink}
        >
          {t('linked')}
        </Button>
      )}
      {view && rest && !views.isLinked && <span className={classes.dim}>{t('rest')}</span>}
      {view && view.missing.length > 0 && (
        <span role="status" className={classes.warning}>
          {t('missing', { fields: listed(view.missing) })}
        </span>
      )}
      {isLost && (
        <span role="status" className={classes.warning}>
          {t('lost')}
        </span>
      )}
    </section>
  );
}
