// Where the choices of a field come from: its own, or a shared list that several forms have.
'use client';
import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconLink,
  IconLinkOff,
  IconList,
  IconMapPin,
  IconPencil,
  IconShare,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { ownChoices, withCascade, withListItems } from '../../../logic/lists';
import type { PartProps } from '../part';
import { EditListDialog } from './edit-list-dialog';
import { MakeListDialog, TakeListDialog } from './list-dialogs';
import classes from './lists.module.css';

type Open = 'take' | 'make' | 'edit' | null;
const READY = ['province', 'county', 'city'] as const;
const BELOW = ['county', 'city'] as const;
type Place = (typeof READY)[number];

/** The places of Iran as own choices, alone or one below the other. */
function useReadyLists({ item, onPatch, onItems }: PartProps) {
  const t = useTranslations('formStudio.lists');
  const { number } = useFormat();
  const { run, isBusy } = useAction(() => call(api.choiceLists.ready, {}));
  type ReadyLists = NonNullable<Awaited<ReturnType<typeof run>>>;
  const itemsOf = (lists: ReadyLists, name: Place) => lists.find((list) => list.name === name)?.items ?? [];
  return {
    isBusy,
    async take(name: Place) {
      const lists = await run(undefined);
      if (!lists) return;
      const items = itemsOf(lists, name);
      onPatch({ list: undefined, choices: ownChoices(item.field, item.isSaved, items) });
      toast({ type: 'info', message: t('filled', { n: number(items.length) }) });
    },
    async cascade() {
      const lists = await run(undefined);
      if (!lists) return;
      const below = BELOW.map((name) => ({ label: t(`places.${name}`), items: itemsOf(lists, name) }));
      onItems((items) => withCascade(items, item.key, itemsOf(lists, 'province'), below));
      toast({ type: 'success', message: t('cascaded') });
    },
  };
}

function ListMenu(props: PartProps & { onOpen: (dialog: Open) => void }) {
  const { item, onOpen } = props;
  const t = useTranslations('formStudio.lists');
  const ready = useReadyLists(props);
  const hasChoices = (item.field.choices ?? []).some(({ value }) => value.trim() !== '');
  return (
    <Menu withinPortal position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          className={classes.menu}
          loading={ready.isBusy}
          leftSection={<IconList size={14} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {t('menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={14} />} onClick={() => onOpen('take')}>
          {t('take')}
        </Menu.Item>
        <Menu.Item leftSection={<IconShare size={14} />} disabled={!hasChoices} onClick={() => onOpen('make')}>
          {t('make')}
        </Menu.Item>
        <Menu.Label>{t('ready')}</Menu.Label>
        {item.field.type === 'choice' && (
          <Menu.Item leftSection={<IconMapPin size={14} />} onClick={() => void ready.cascade()}>
            {t('cascade')}
          </Menu.Item>
        )}
        {READY.map((name) => (
          <Menu.Item key={name} leftSection={<IconMapPin size={14} />} onClick={() => void ready.take(name)}>
            {t(`all.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The list that the field has: its name, how far it reaches, and the ways out of it. */
function SharedList({ list, onOpen, onDetach }: { list: number; onOpen: () => void; onDetach: () => void }) {
  const t = useTranslations('formStudio.lists');
  const { number } = useFormat();
  const { data } = useRead(api.choiceLists.one, { params: { id: list } });
  const common = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <div className={classes.shared}>
      <p>
        <IconLink size={14} aria-hidden /> <bdi>{data?.label ?? t('shared')}</bdi>
      </p>
      <p className={classes.note}>
        {t('sharedHint')} {data && t('usage', { count: data.layers.length, n: number(data.layers.length) })}
      </p>
      <div className={classes.acts}>
        <Button {...common} leftSection={<IconPencil size={14} />} onClick={onOpen}>
          {t('edit')}
        </Button>
        <Button {...common} leftSection={<IconLinkOff size={14} />} onClick={onDetach}>
          {t('detach')}
        </Button>
      </div>
    </div>
  );
}

export function ListSource(props: PartProps) {
  const { item, onPatch, onItems } = props;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { list } = item.field;
  return (
    <>
      {list === undefined ? (
        <ListMenu {...props} onOpen={setOpen} />
      ) : (
        <SharedList list={list} onOpen={() => setOpen('edit')} onDetach={() => onPatch({ list: undefined })} />
      )}
      {open === 'take' && (
        <TakeListDialog
          onClose={close}
          onList={({ id, items }) => onPatch({ list: id, choices: ownChoices(item.field, item.isSaved, items) })}
        />
      )}
      {open === 'make' && (
        <MakeListDialog
          label={item.field.label}
          choices={item.field.choices ?? []}
          onClose={close}
          onList={({ id }) => onPatch({ list: id })}
        />
      )}
      {open === 'edit' && list !== undefined && (
        <EditListDialog
          id={list}
          onClose={close}
          onItems={(choices) => onItems((items) => withListItems(items, list, choices))}
        />
      )}
    </>
  );
}
