// A deleted record before it comes back: its values, its place, its files, who deleted it and when.
'use client';
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useSizeText } from '@/components/fields/use-size-text';
import { Num } from '@/components/num';
import { isReadable } from '@/contract/fields';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { PlainMap, type ShapeSet } from '@/map';
import type { Deleted } from '../../logic/deleted';
import classes from './deleted.module.css';

interface DeletedDetailProps {
  record: Deleted;
  onRestore: () => void;
  onEnd: () => void;
}

/** Each by its name, to be looked at before it is decided: they come back with their record. */
function DeletedFiles({ record }: { record: Deleted }) {
  const t = useTranslations('records.deleted');
  const size = useSizeText();
  const files = useRead(api.files.ofDeleted, { params: { id: record.id }, query: { layer: record.layer } });
  if (files.isPending) return <Skeleton h={20} w={160} />;
  if (files.isError) return <Num value={record.files ?? 0} />;
  return (
    <ul className={classes.files} aria-label={t('files')}>
      {files.data.map(({ id, path, label, name, size: bytes }) => (
        <li key={id}>
          <Anchor href={path} download size="sm">
            <bdi>{label || name}</bdi>
          </Anchor>{' '}
          <Text span size="xs" c="dimmed">
            {size(bytes)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

export function DeletedDetail({ record, onRestore, onEnd }: DeletedDetailProps) {
  const t = useTranslations('records.deleted');
  const { date } = useFormat();
  const text = useValueText();
  const layer = useRead(api.layers.one, { params: { id: record.layer } });
  const sets = useMemo<ShapeSet[]>(
    () =>
      record.geometry
        ? [{ id: 'deleted', role: 'before', shapes: [{ id: record.id, geometry: record.geometry }] }]
        : [],
    [record],
  );
  const by = record.modified_user ? personName(record.modified_user) : t('nobody');
  return (
    <Stack gap="md">
      <Text size="sm">{t('when', { by, at: date(record.delete_date, 'datetime') })}</Text>
      <Group gap="xs">
        <Button leftSection={<IconArrowBackUp size={16} />} onClick={onRestore}>
          {t('restore')}
        </Button>
        <Button variant="subtle" color="red" leftSection={<IconTrashX size={16} />} onClick={onEnd}>
          {t('end')}
        </Button>
      </Group>
      {sets.length > 0 && (
        <div className={classes.map}>
          <PlainMap label={t('place')} sets={sets} />
        </div>
      )}
      {layer.isPending && <Skeleton h={120} />}
      <dl className={classes.values}>
        {(layer.data?.config.form ?? []).filter(isReadable).map((field) => (
          <div key={field.name}>
            <dt>
              <bdi>{field.label}</bdi>
            </dt>
            <dd dir="auto">{text(field, record.value[field.name]) || t('noValue')}</dd>
          </div>
        ))}
        <div>
          <dt>{t('columns.status')}</dt>
          <dd>{record.status.name}</dd>
        </div>
        <div>
          <dt>{t('files')}</dt>
          <dd>{record.files ? <DeletedFiles record={record} /> : <Num value={0} />}</dd>
        </div>
      </dl>
    </Stack>
  );
}
