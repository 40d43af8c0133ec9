// The records that a tool has gathered, one line each; shared by the tools that gather.
'use client';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import { isTitle } from '@/contract/fields';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { flash } from '@/map/state/flash';
import type { RecordPick } from '../record-pick';
import classes from './picked-list.module.css';

/** The gathered records in the order of the gathering, fresh from the server; the ones that are gone are told apart. */
export const usePickedRecords = ({ layer, ids }: RecordPick) => {
  const read = useRead(
    api.records.list,
    { query: { layer: layer ?? 1, ids: [...ids].sort((a, b) => a - b), limit: Math.max(1, ids.length) } as never },
    { enabled: layer !== null && ids.length > 0, keep: true },
  );
  const byId = new Map((ids.length > 0 ? (read.data?.results ?? []) : []).map((r) => [r.id, r]));
  const records = ids.flatMap((id) => {
    const record = byId.get(id);
    return record && record.layer === layer ? [record] : [];
  });
  const missing = read.isSuccess && !read.isPlaceholderData ? ids.filter((id) => !byId.has(id)) : [];
  return { records, missing, read };
};

/** What stands for a record in a list: its label field, else its first text, else its number. */
export const useRecordTitle = (layer: Layer | undefined): ((record: LayerRecord) => string) => {
  const t = useTranslations('map.picked');
  const { digits } = useFormat();
  return ({ id, value }) => {
    const { labels = null, form = [] } = layer?.config ?? {};
    const names = [labels?.field, ...form.filter(isTitle).map((f) => f.name)];
    const title = names.flatMap((name) => (name && value[name] ? [String(value[name])] : []))[0];
    return title ?? t('untitled', { id: digits(id) });
  };
};

interface MissingPickedProps {
  missing: readonly number[];
  onDrop: (id: number) => void;
}

/** Why gathered records stand in no list: somebody has deleted them, or taken away the right to see them. */
export const MissingPicked = ({ missing, onDrop }: MissingPickedProps) => {
  const t = useTranslations('map.picked');
  const { number } = useFormat();
  if (missing.length === 0) return null;
  return (
    <Alert color="orange" role="alert">
      <Stack gap="xs" align="start">
        {t('gone', { count: missing.length, shown: number(missing.length) })}
        <Button size="compact-sm" variant="default" onClick={() => missing.forEach(onDrop)}>
          {t('leaveOut')}
        </Button>
      </Stack>
    </Alert>
  );
};

interface PickedListProps {
  records: readonly LayerRecord[];
  layer: Layer | undefined;
  onDrop: (id: number) => void;
  /** Stands before each record: a choice among them. */
  before?: (record: LayerRecord, title: string) => ReactNode;
}

export const PickedList = ({ records, layer, onDrop, before }: PickedListProps) => {
  const t = useTranslations('map.picked');
  const titleOf = useRecordTitle(layer);
  return (
    <ul className={classes.list}>
      {records.map((record) => {
        const title = titleOf(record);
        return (
          <li key={record.id}>
            <Group gap="xs" wrap="nowrap">
              {before?.(record, title)}
              <button
                type="button"
                className={classes.name}
                title={t('flash')}
                onClick={() => record.geometry && flash([record.geometry])}
              >
                <Text size="sm" truncate component="span" dir="auto">
                  {title}
                </Text>
              </button>
              <IconButton label={t('drop', { title })} size={28} onClick={() => onDrop(record.id)}>
                <IconX size={16} />
              </IconButton>
            </Group>
          </li>
        );
      })}
    </ul>
  );
};
