// The bookmarks' panel: keep the map under a name, go back to it, send it to somebody.
'use client';
import { Autocomplete, Button, Group, Menu, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { IconBookmarkPlus, IconFolder, IconLink } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { useDialogs } from '@/components/dialogs';
import list from '@/components/kept-list.module.css';
import { MoreMenu } from '@/components/more-menu';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/states';
import { toast } from '@/components/toast';
import { api } from '@/contract';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { applyEnv, getEnv, type MapEnv } from '@/map/state/env';
import { useTool } from '@/map/state/tool';
import classes from './bookmarks.module.css';
import { BOOKMARK, type Bookmark, bookmarksOf, groupByFolder } from './items';
import { mapLink } from './link';

export const BookmarksPanel = () => {
  const t = useTranslations('map.tools.bookmarks');
  const text = useErrorText();
  const { lang } = useFormat();
  const map = useMap();
  const dialogs = useDialogs();
  const layers = useTool((s) => s.layers);
  const read = useRead(api.settings.items, { query: { type: BOOKMARK } });
  const add = useWrite(api.settings.addItem);
  const edit = useWrite(api.settings.editItem);
  const remove = useWrite(api.settings.removeItem);
  const [label, setLabel] = useState('');
  const [folder, setFolder] = useState('');
  /** The link that the browser did not let us copy. */
  const [link, setLink] = useState<string | null>(null);
  const all = bookmarksOf(read.data ?? []);
  const folders = [...new Set(all.map((b) => b.folder).filter(Boolean))];

  const guarded = async (work: Promise<unknown>) => {
    try {
      await work;
      return true;
    } catch (error) {
      toast({ type: 'error', message: text(error) });
      return false;
    }
  };
  const bodyOf = (b: Omit<Bookmark, 'id'>) => ({
    label: b.label,
    type: BOOKMARK,
    data: { folder: b.folder, env: b.env } as never,
  });
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = label.trim();
    if (name === '') return;
    if (await guarded(add.mutateAsync({ body: bodyOf({ label: name, folder: folder.trim(), env: getEnv() }) })))
      setLabel('');
  };
  const open = ({ env }: Bookmark) => {
    const view = applyEnv(env);
    if (view) map.flyTo({ bearing: 0, ...view });
  };
  const share = (env: MapEnv) => {
    const link = mapLink(location.origin, env, (id) => layers.find((l) => l.id === id)?.label);
    navigator.clipboard.writeText(link).then(
      () => toast({ type: 'success', message: t('linkCopied') }),
      () => setLink(link),
    );
  };
  const change = (b: Bookmark, part: Partial<Bookmark>) => {
    const { label: name, folder: into, env } = { ...b, ...part };
    const data = { folder: into, env } as never;
    return guarded(edit.mutateAsync({ params: { id: b.id }, body: { label: name, data } }));
  };
  const replace = async (b: Bookmark) => {
    if (!(await change(b, { env: getEnv() }))) return;
    toast({
      type: 'info',
      message: t('updated', { name: b.label }),
      action: { label: t('undo'), run: () => void change(b, { env: b.env }) },
    });
  };
  const drop = async (b: Bookmark) => {
    if (!(await guarded(remove.mutateAsync({ params: { id: b.id } })))) return;
    toast({
      type: 'info',
      message: t('removed', { name: b.label }),
      action: { label: t('undo'), run: () => void guarded(add.mutateAsync({ body: bodyOf(b) })) },
    });
  };

  return (
    <Stack gap="md">
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="xs">
          <TextInput
            label={t('name')}
            value={label}
            maxLength={200}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Autocomplete
            label={t('folder')}
            description={t('folderWhat')}
            data={folders}
            value={folder}
            maxLength={200}
            onChange={setFolder}
          />
          <Group gap="xs" wrap="nowrap">
            <Button
              type="submit"
              px="sm"
              leftSection={<IconBookmarkPlus size={16} />}
              disabled={label.trim() === ''}
              loading={add.isPending}
            >
              {t('keep')}
            </Button>
            <Button variant="default" px="sm" leftSection={<IconLink size={16} />} onClick={() => share(getEnv())}>
              {t('share')}
            </Button>
          </Group>
        </Stack>
      </form>
      {read.isPending && <ListSkeleton rows={3} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isSuccess && all.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {groupByFolder(all, lang).map(({ folder: name, inside }) => (
        <section key={name} aria-label={name || t('noFolder')}>
          {name && (
            <h3 className={classes.folder}>
              <IconFolder size={16} aria-hidden />
              <bdi>{name}</bdi>
            </h3>
          )}
          <ul className={list.list}>
            {inside.map((b) => (
              <li key={b.id}>
                <button type="button" className={list.name} onClick={() => open(b)}>
                  <bdi>{b.label}</bdi>
                </button>
                <MoreMenu label={t('more', { name: b.label })}>
                  <Menu.Item onClick={() => share(b.env)}>{t('share')}</Menu.Item>
                  <Menu.Item
                    onClick={async () => {
                      const next = await dialogs.prompt({ title: t('rename'), label: t('name'), value: b.label });
                      if (next) await change(b, { label: next });
                    }}
                  >
                    {t('rename')}
                  </Menu.Item>
                  <Menu.Item onClick={() => void replace(b)}>{t('update')}</Menu.Item>
                  <Menu.Label>{t('moveTo')}</Menu.Label>
                  {['', ...folders].map((into) =>
                    into === b.folder ? null : (
                      <Menu.Item key={into} onClick={() => void change(b, { folder: into })}>
                        <bdi>{into || t('noFolder')}</bdi>
                      </Menu.Item>
                    ),
                  )}
                  <Menu.Divider />
                  <Menu.Item color="red" onClick={() => void drop(b)}>
                    {t('remove')}
                  </Menu.Item>
                </MoreMenu>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Modal opened={link !== null} onClose={() => setLink(null)} title={t('link')}>
        <Textarea
          data-autofocus
          label={t('linkByHand')}
          dir="ltr"
          readOnly
          autosize
          minRows={2}
          maxRows={8}
          value={link ?? ''}
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: classes.link ?? '' }}
        />
      </Modal>
    </Stack>
  );
};
