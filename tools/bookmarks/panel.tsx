// The bookmarks' panel: keep the map under a name, go back to it, send it to somebody.
'use client';
import { Autocomplete, Button, Menu, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { IconBookmarkPlus, IconFolder, IconLink } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import list from '@/components/kept-list.module.css';
import { MoreMenu } from '@/components/layout/more-menu';
import { PanelActions } from '@/components/layout/panel';
import { api } from '@/contract';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { applyEnv, getEnv, type MapEnv } from '@/map/state/env';
import { useTool } from '@/map/state/tool';
import classes from './bookmarks.module.css';
import { BOOKMARK, type Bookmark, bookmarksOf, groupByFolder } from './items';
import { mapLink } from './link';

/** Writes to the person's bookmarks; failures and undo are toasts. Functions resolve to whether it was done. */
const useBookmarkWrites = () => {
  const t = useTranslations('map.tools.bookmarks');
  const text = useErrorText();
  const { mutateAsync: addItem, isPending } = useWrite(api.settings.addItem);
  const { mutateAsync: editItem } = useWrite(api.settings.editItem);
  const { mutateAsync: removeItem } = useWrite(api.settings.removeItem);
  const guarded = async (work: Promise<unknown>) => {
    try {
      await work;
      return true;
    } catch (error) {
      toast({ type: 'error', message: text(error) });
      return false;
    }
  };
  const add = ({ label, folder, env }: Omit<Bookmark, 'id'>) =>
    guarded(addItem({ body: { label, type: BOOKMARK, data: { folder, env } as never } }));
  const change = (b: Bookmark, part: Partial<Bookmark>) => {
    const { label, folder, env } = { ...b, ...part };
    return guarded(editItem({ params: { id: b.id }, body: { label, data: { folder, env } as never } }));
  };
  const offerUndo = (message: string, run: () => void) =>
    toast({ type: 'info', message, action: { label: t('undo'), run } });
  const replace = async (b: Bookmark) => {
    if (await change(b, { env: getEnv() }))
      offerUndo(t('updated', { name: b.label }), () => void change(b, { env: b.env }));
  };
  const remove = async (b: Bookmark) => {
    if (await guarded(removeItem({ params: { id: b.id } })))
      offerUndo(t('removed', { name: b.label }), () => void add(b));
  };
  return { add, change, replace, remove, isAdding: isPending };
};

interface BookmarkPartProps {
  folders: readonly string[];
  writes: ReturnType<typeof useBookmarkWrites>;
  onShare: (env: MapEnv) => void;
}

/** Keeps the map under a name, in a folder. */
const NewBookmark = ({ folders, writes: { add, isAdding }, onShare }: BookmarkPartProps) => {
  const t = useTranslations('map.tools.bookmarks');
  const form = useId();
  const [label, setLabel] = useState('');
  const [folder, setFolder] = useState('');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = label.trim();
    if (name !== '' && (await add({ label: name, folder: folder.trim(), env: getEnv() }))) setLabel('');
  };
  return (
    <form id={form} onSubmit={(event) => void save(event)}>
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
          data={[...folders]}
          value={folder}
          maxLength={200}
          onChange={setFolder}
        />
        <PanelActions>
          <Button
            type="submit"
            form={form}
            px="sm"
            leftSection={<IconBookmarkPlus size={16} />}
            disabled={label.trim() === ''}
            loading={isAdding}
          >
            {t('keep')}
          </Button>
          <Button variant="default" px="sm" leftSection={<IconLink size={16} />} onClick={() => onShare(getEnv())}>
            {t('share')}
          </Button>
        </PanelActions>
      </Stack>
    </form>
  );
};

const BookmarkRow = ({ bookmark: b, folders, writes, onShare }: BookmarkPartProps & { bookmark: Bookmark }) => {
  const t = useTranslations('map.tools.bookmarks');
  const map = useMap();
  const dialogs = useDialogs();
  const { change, replace, remove } = writes;
  const open = () => {
    const view = applyEnv(b.env);
    if (view) map.flyTo({ bearing: 0, ...view });
  };
  const rename = async () => {
    const next = await dialogs.prompt({ title: t('rename'), label: t('name'), value: b.label });
    if (next) await change(b, { label: next });
  };
  return (
    <li>
      <button type="button" className={list.name} onClick={open}>
        <bdi>{b.label}</bdi>
      </button>
      <MoreMenu label={t('more', { name: b.label })}>
        <Menu.Item onClick={() => onShare(b.env)}>{t('share')}</Menu.Item>
        <Menu.Item onClick={() => void rename()}>{t('rename')}</Menu.Item>
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
        <Menu.Item color="red" onClick={() => void remove(b)}>
          {t('remove')}
        </Menu.Item>
      </MoreMenu>
    </li>
  );
};

/** A link that the browser did not let us copy, to be copied by hand. */
const LinkDialog = ({ link, onClose }: { link: string | null; onClose: () => void }) => {
  const t = useTranslations('map.tools.bookmarks');
  return (
    <Modal opened={link !== null} onClose={onClose} title={t('link')}>
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
  );
};

export const BookmarksPanel = () => {
  const t = useTranslations('map.tools.bookmarks');
  const { lang } = useFormat();
  const layers = useTool((s) => s.layers);
  const read = useRead(api.settings.items, { query: { type: BOOKMARK } });
  const writes = useBookmarkWrites();
  const [link, setLink] = useState<string | null>(null);
  const all = bookmarksOf(read.data ?? []);
  const folders = [...new Set(all.map((b) => b.folder).filter(Boolean))];
  const share = (env: MapEnv) => {
    const address = mapLink(location.origin, env, (id) => layers.find((l) => l.id === id)?.label);
    navigator.clipboard.writeText(address).then(
      () => toast({ type: 'success', message: t('linkCopied') }),
      () => setLink(address),
    );
  };
  return (
    <Stack gap="md">
      <NewBookmark folders={folders} writes={writes} onShare={share} />
      {read.isPending && <ListSkeleton rows={3} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {read.isSuccess && all.length === 0 && (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />
      )}
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
              <BookmarkRow key={b.id} bookmark={b} folders={folders} writes={writes} onShare={share} />
            ))}
          </ul>
        </section>
      ))}
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </Stack>
  );
};
