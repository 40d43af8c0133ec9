// What the people of a role begin with: the screen after the sign-in, tools of the map, its base map, a saved view.
'use client';
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { useFormat } from '@/lib/i18n/use-format';
import { tools } from '@/tools';
import { type RoleValues, screensOf, startScreens, withScreen } from '../logic/role-values';
import classes from './roles.module.css';

export interface RoleScreensProps {
  form: ResourceForm<RoleValues>['form'];
}

export default function RoleScreens({ form }: RoleScreensProps) {
  const t = useTranslations('roles.screens');
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('hint')}
      </Text>
      <Begin form={form} />
      <Tools form={form} />
    </Stack>
  );
}

const usePart = ({ values, setFieldValue }: RoleScreensProps['form']) => ({
  screens: screensOf(values),
  set: (key: Parameters<typeof withScreen>[1], value: unknown) =>
    setFieldValue('interface', withScreen(values, key, value as never)),
});

function Begin({ form }: RoleScreensProps) {
  const t = useTranslations('roles.screens');
  const routes = useTranslations('routes');
  const sections = useTranslations('shell.sections');
  const base = useTranslations('map.base');
  const { lang } = useFormat();
  const { screens, set } = usePart(form);
  const own = useRead(api.customer.baseMaps, {});
  const envs = useRead(api.settings.envs, {});
  const starts = startScreens(form.values);
  const isClosed = screens.start !== undefined && !starts.some((one) => one.screens.some(({ path }) => path === screens.start)); // biome-ignore format: one condition
  const bases = [
    ...(['osm', 'natural', 'none'] as const).map((id) => ({ value: id as string, label: base(id) })),
    ...(own.data ?? []).map(({ id, name_fa, name_en }) => ({ value: id, label: lang === 'fa' ? name_fa : name_en })),
  ];
  const isKnownBase = screens.base_map === undefined || bases.some(({ value }) => value === screens.base_map);
  return (
    <Card title={t('begin')}>
      <div className={classes.sections}>
        <Select
          clearable
          searchable
          label={t('start')}
          description={t('startHint')}
          placeholder={t('noSay')}
          error={isClosed ? t('startClosed') : undefined}
          data={starts.map(({ section, screens: list }) => ({
            group: sections(section),
            items: list.map(({ id, path }) => ({ value: path, label: routes(`${id}.title`) })),
          }))}
          value={isClosed ? null : (screens.start ?? null)}
          onChange={(path) => set('start', path ?? undefined)}
        />
        <Select
          clearable
          label={t('baseMap')}
          description={t('baseMapHint')}
          placeholder={t('noSay')}
          data={isKnownBase ? bases : [...bases, { value: screens.base_map ?? '', label: screens.base_map ?? '' }]}
          value={screens.base_map ?? null}
          onChange={(id) => set('base_map', id ?? undefined)}
        />
        <div>
          <Select
            searchable
            label={t('env')}
            description={t('envHint')}
            placeholder={screens.env ? screens.env.label : t('noSay')}
            nothingFoundMessage={t('noEnv')}
            data={(envs.data ?? []).map(({ id, label }) => ({ value: String(id), label }))}
            value={null}
            onChange={(id) => {
              const env = envs.data?.find((one) => String(one.id) === id);
              if (env) set('env', { label: env.label, data: env.data });
            }}
          />
          {screens.env && (
            <Group gap="xs" mt={4}>
              <Text size="sm">
                <bdi>{screens.env.label}</bdi>
              </Text>
              <Button size="compact-xs" variant="subtle" onClick={() => set('env', undefined)}>
                {t('envRemove')}
              </Button>
            </Group>
          )}
        </div>
      </div>
    </Card>
  );
}

function Tools({ form }: RoleScreensProps) {
  const t = useTranslations('roles.screens');
  const names = useTranslations('map.tools');
  const { screens, set } = usePart(form);
  const hidden = screens.hidden_tools ?? [];
  const setTool = (id: string, isOn: boolean) => {
    const next = isOn ? hidden.filter((one) => one !== id) : [...hidden, id].sort();
    set('hidden_tools', next.length > 0 ? next : undefined);
  };
  return (
    <Card title={t('tools')} hint={t('toolsHint')}>
      <div className={classes.tools}>
        {tools.map(({ id }) => (
          <Checkbox
            key={id}
            label={names(`${id}.title`)}
            checked={!hidden.includes(id)}
            onChange={(event) => setTool(id, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Card>
  );
}
