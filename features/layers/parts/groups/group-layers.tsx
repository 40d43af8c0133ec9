// The layers of a group in drawing order: put in, moved, taken out.
'use client';
import { Badge, Group, Input, Menu, Stack, Text } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useRef } from 'react';
import { moveItem } from '@/components/collection/sort-order';
import { Sortable } from '@/components/collection/sortable';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import { MAX_GROUP_LAYERS } from '@/contract/schemas/layers/group';
import { useRead, useReadAll } from '@/lib/api/hooks';
import { useLayerOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';
import { groupsByLayer, withLayers } from '../../logic/group-values';
import classes from './groups.module.css';

export interface GroupLayersProps {
  /** Null for a new group. */
  group: number | null;
  value: readonly number[];
  /** Layers that stay in the group unseen. */
  hiddenCount: number;
  onChange: (ids: number[]) => void;
  error?: ReactNode;
}

export function GroupLayers({ group, value, hiddenCount, onChange, error }: GroupLayersProps) {
  const t = useTranslations('layerGroups.form');
  const layers = useTranslations('layers');
  const { number, listed } = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const groups = useReadAll(api.groups.list).data;
  const allLayers = useRead(api.layers.simple, {}).data;
  const source = useLayerOptions();
  const names = useMemo(() => groupsByLayer(groups ?? [], group), [groups, group]);
  const layersById = useMemo(() => new Map((allLayers ?? []).map((layer) => [layer.id, layer])), [allLayers]);
  const inside = new Set(value);
  const options = source.options
    .filter(({ id }) => !inside.has(id))
    .map((option) => {
      const others = names.get(option.id);
      return others ? { ...option, hint: t('inGroups', { groups: listed(others) }) } : option;
    });
  const items = value.map((id) => ({ id: String(id), label: layersById.get(id)?.label ?? number(id) }));
  return (
    <Stack gap={6} data-path="layer">
      <Input.Label labelElement="div">{t('layers', { n: number(value.length), count: value.length })}</Input.Label>
      <OptionPick
        isBare
        label={t('addLayers')}
        placeholder={t('addLayers')}
        value={[]}
        onChange={(ids) => onChange(withLayers(value, ids))}
        source={{ ...source, options }}
        disabled={value.length >= MAX_GROUP_LAYERS}
        error={error}
      />
      {value.length > 1 && (
        <Text size="xs" c="dimmed">
          {t('topFirst')}
        </Text>
      )}
      <div ref={frame} className={classes.layers}>
        <Sortable
          label={t('order')}
          items={items}
          frame={frame}
          onMove={(from, to) => onChange([...moveItem(value, from, to)])}
          menu={({ id }) => (
            <Menu.Item
              leftSection={<IconMinus size={14} />}
              onClick={() => onChange(value.filter((one) => one !== Number(id)))}
            >
              {t('takeOut')}
            </Menu.Item>
          )}
        >
          {({ id, label }) => {
            const type = layersById.get(Number(id))?.type;
            return (
              <Group gap={8} wrap="nowrap">
                <bdi className={classes.name}>{label}</bdi>
                {type !== undefined && (
                  <Badge size="xs" variant="light" color="gray">
                    {layers(`kinds.${type}` as 'kinds.1')}
                  </Badge>
                )}
              </Group>
            );
          }}
        </Sortable>
      </div>
      {hiddenCount > 0 && (
        <Text size="sm" c="dimmed">
          {t('hidden', { n: number(hiddenCount), count: hiddenCount })}
        </Text>
      )}
    </Stack>
  );
}
