// Kept arrangements of the map: open one, keep the present one, and give one to others.
'use client';
import { Button, Checkbox, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconLayoutCollage, IconStar, IconStarFilled, IconTrash, IconUserShare } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import list from '@/components/kept-list.module.css';
import { MoreMenu } from '@/components/layout/more-menu';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract';
import type { Env } from '@/contract/schemas/settings';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { usePeopleOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';
import { applyEnv, envNow, readEnv, useLayers, useMap } from '@/map';

/** `ready`: the layers are known, so that the default arrangement can be taken over, once. */
export function EnvMenu({ ready }: { ready: boolean }) {
  const t = useTranslations('home.env');
  const map = useMap();
  const read = useRead(api.settings.envs, {});
  const [managing, setManaging] = useState(false);
  const envs = read.data ?? [];

  const open = (env: Env) => {
    const saved = readEnv(env.data);
    const view = saved && applyEnv(saved);
    if (view) map.flyTo(view);
  };
  useEffect(() => {
    if (!ready || !read.data || useLayers.getState().arranged) return;
    useLayers.setState({ arranged: true });
    const first = read.data.find((env) => env.is_default);
    // Where the reader looked last matters more than where the arrangement was made.
    const start = first && readEnv(first.data);
    if (start) applyEnv({ ...start, selection: null });
  }, [ready, read.data]);

  return (
    <>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <IconButton label={t('title')} variant="subtle" color="gray" size={28}>
            <IconLayoutCollage size={18} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {envs.map((env) => (
            <Menu.Item
              key={env.id}
              leftSection={env.is_default ? <IconStarFilled size={14} /> : <IconLayoutCollage size={14} />}
              onClick={() => open(env)}
            >
              <bdi>{env.label}</bdi>
            </Menu.Item>
          ))}
          {envs.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setManaging(true)}>{t('manage')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={managing} onClose={() => setManaging(false)} title={t('title')} size={520}>
        <Manager
          envs={envs}
          pending={read.isPending}
          error={read.error}
          retry={() => void read.refetch()}
          onOpen={open}
        />
      </Modal>
    </>
  );
}

interface ManagerProps {
  envs: readonly Env[];
  pending: boolean;
  error: unknown;
  retry: () => void;
  onOpen: (env: Env) => void;
}

function Manager({ envs, pending, error, retry, onOpen }: ManagerProps) {
  const t = useTranslations('home.env');
  const text = useErrorText();
  const dialogs = useDialogs();
  const add = useWrite(api.settings.addEnv);
  const edit = useWrite(api.settings.editEnv);
  const remove = useWrite(api.settings.removeEnv);
  const mayGive = useMay(api.settings.setEnv.needs);
  const [label, setLabel] = useState('');
  const [first, setFirst] = useState(false);
  const [giving, setGiving] = useState<Env | null>(null);

  const fail = (failure: unknown) => void toast({ type: 'error', message: text(failure) });
  const report = (work: Promise<unknown>, done?: string) =>
    work.then(() => void (done && toast({ type: 'success', message: done })), fail);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = label.trim();
    if (name === '') return;
    const same = envs.find((env) => env.label === name);
    if (same && !(await dialogs.confirm({ title: t('replaceTitle', { name }), confirm: t('replace') }))) return;
    const body = { label: name, data: envNow() as never, is_default: first };
    await report(same ? edit.mutateAsync({ params: { id: same.id }, body }) : add.mutateAsync({ body }), t('saved'));
    setLabel('');
    setFirst(false);
  };

  if (giving) return <Give env={giving} onDone={() => setGiving(null)} />;
  return (
    <Stack gap="md">
      <form onSubmit={(event) => void save(event)}>
        <Group align="end" gap="xs" wrap="nowrap">
          <TextInput
            data-autofocus
            flex={1}
            label={t('name')}
            description={t('what')}
            value={label}
            maxLength={200}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Button type="submit" disabled={label.trim() === ''} loading={add.isPending || edit.isPending}>
            {t('save')}
          </Button>
        </Group>
        <Checkbox mt="xs" label={t('first')} checked={first} onChange={(e) => setFirst(e.currentTarget.checked)} />
      </form>
      {pending && <ListSkeleton rows={2} />}
      {error != null && <ErrorState error={error} retry={retry} />}
      {!pending && !error && !envs.length && (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} noAct="beside" />
      )}
      {envs.length > 0 && (
        <ul className={list.list}>
          {envs.map((env) => (
            <li key={env.id}>
              <button type="button" className={list.name} onClick={() => onOpen(env)}>
                <bdi>{env.label}</bdi>
                {env.is_default && (
                  <Text span size="xs" c="dimmed">
                    {t('isFirst')}
                  </Text>
                )}
              </button>
              <IconButton
                label={t(env.is_default ? 'notFirst' : 'makeFirst', { name: env.label })}
                variant="subtle"
                color="gray"
                size={28}
                aria-pressed={env.is_default}
                onClick={() =>
                  void report(edit.mutateAsync({ params: { id: env.id }, body: { is_default: !env.is_default } }))
                }
              >
                {env.is_default ? <IconStarFilled size={16} /> : <IconStar size={16} />}
              </IconButton>
              {mayGive && (
                <IconButton
                  label={t('giveTo', { name: env.label })}
                  variant="subtle"
                  color="gray"
                  size={28}
                  onClick={() => setGiving(env)}
                >
                  <IconUserShare size={16} />
                </IconButton>
              )}
              <MoreMenu label={t('more', { name: env.label })}>
                <Menu.Item
                  onClick={async () => {
                    const name = await dialogs.prompt({ title: t('rename'), label: t('name'), value: env.label });
                    if (name) await report(edit.mutateAsync({ params: { id: env.id }, body: { label: name } }));
                  }}
                >
                  {t('rename')}
                </Menu.Item>
                <Menu.Item
                  onClick={() =>
                    void report(
                      edit.mutateAsync({ params: { id: env.id }, body: { data: envNow() as never } }),
                      t('saved'),
                    )
                  }
                >
                  {t('update')}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={14} />}
                  onClick={() =>
                    void report(
                      remove.mutateAsync({ params: { id: env.id } }).then(() =>
                        toast({
                          type: 'info',
                          message: t('removed', { name: env.label }),
                          action: {
                            label: t('undo'),
                            run: () =>
                              void report(
                                add.mutateAsync({
                                  body: { label: env.label, data: env.data as never, is_default: env.is_default },
                                }),
                              ),
                          },
                        }),
                      ),
                    )
                  }
                >
                  {t('remove')}
                </Menu.Item>
              </MoreMenu>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Give({ env, onDone }: { env: Env; onDone: () => void }) {
  const t = useTranslations('home.env');
  const text = useErrorText();
  const { number } = useFormat();
  const source = usePeopleOptions(api.users.all);
  const common = useTranslations('common.people');
  const give = useWrite(api.settings.setEnv);
  const [people, setPeople] = useState<number[]>([]);
  const run = async () => {
    try {
      const { count } = await give.mutateAsync({ body: { env: env.id, users: people } });
      toast({ type: 'success', message: t('given', { name: env.label, count: number(count), number: count }) });
      onDone();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t('giveText', { name: env.label })}</Text>
      <OptionPick
        autoFocus
        label={t('people')}
        placeholder={common('placeholder')}
        nothing={common('nobody')}
        value={people}
        onChange={setPeople}
        source={source}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {t('back')}
        </Button>
        <Button disabled={people.length === 0} loading={give.isPending} onClick={() => void run()}>
          {t('give')}
        </Button>
      </Group>
    </Stack>
  );
}
