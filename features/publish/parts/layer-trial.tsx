// What a program would get of a layer with a key, in words and as a short table: asked for when somebody wants to know.
'use client';
import { Button, Group, Select, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { PublishedLayer, PublishPreview } from '@/contract/schemas/publish/layer';
import { useRead } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './publish.module.css';

/** Stands for the open door among the keys. */
const NO_KEY = 'open';

export function LayerTrial({ layer }: { layer: PublishedLayer }) {
  const t = useTranslations('publish.trial');
  const isOpen = layer.settings.access === 'open';
  const ways = [
    ...(isOpen ? [{ value: NO_KEY, label: t('noKey') }] : []),
    ...layer.keys.map(({ id, label }) => ({ value: id, label })),
  ];
  const [choice, setChoice] = useState<string | null>(null);
  const [tried, setTried] = useState<string | null>(null);
  const now = ways.find(({ value }) => value === choice) ?? ways[0];
  const isAsked = now !== undefined && tried === now.value;
  const query = now === undefined || now.value === NO_KEY ? {} : { key: now.value };
  const preview = useRead(api.publish.preview, { params: { layer: layer.id }, query }, { enabled: isAsked });
  if (!now)
    return (
      <Card title={t('title')}>
        <Callout>{t('noKeys')}</Callout>
      </Card>
    );
  return (
    <Card title={t('title')} hint={t('hint')}>
      <Group align="end" gap="sm">
        <Select
          className={classes.grows}
          label={t('key')}
          allowDeselect={false}
          data={ways}
          value={now.value}
          onChange={setChoice}
        />
        <Button
          variant="default"
          loading={isAsked && preview.isFetching}
          onClick={() => (isAsked ? void preview.refetch() : setTried(now.value))}
        >
          {isAsked ? t('again') : t('run')}
        </Button>
      </Group>
      {isAsked &&
        (preview.error ? (
          <ErrorState error={preview.error} retry={() => void preview.refetch()} />
        ) : !preview.data ? (
          <ListSkeleton rows={3} />
        ) : (
          <Outcome preview={preview.data} who={now.value === NO_KEY ? null : now.label} />
        ))}
    </Card>
  );
}

const WRITES = ['add', 'edit', 'delete'] as const;
const SERVICES = ['features', 'tiles', 'csv'] as const;

function Outcome({ preview, who }: { preview: PublishPreview; who: string | null }) {
  const t = useTranslations('publish');
  const { number, listed } = useFormat();
  const { problem, title, fields, matched, records, may, services } = preview;
  if (problem) return <Callout kind="caution">{t(`trial.problems.${problem}`)}</Callout>;
  const names = {
    // A sentence that began with a name would run in the name's direction.
    how: who === null ? t('trial.withoutKey') : t('trial.withKey', { who: isolate(who) }),
    title: isolate(title),
    fields: fields.length,
    fieldCount: number(fields.length),
  };
  const reads = !services.features
    ? t('trial.noFeatures', names)
    : matched === null
      ? t('trial.readsUncounted', names)
      : t('trial.reads', { ...names, n: matched, count: number(matched) });
  const writes = WRITES.filter((name) => may[name]).map((name) => t(`layers.write.${name}`));
  const ways = SERVICES.filter((name) => services[name]).map((name) => t(`form.service.${name}`));
  return (
    <>
      <Callout>
        {[
          reads,
          writes.length > 0 ? t('trial.may', { writes: listed(writes) }) : t('trial.mayNot'),
          t('trial.services', { services: listed(ways) }),
        ].join(' ')}
      </Callout>
      {services.features &&
        (records.length > 0 ? <FirstRecords preview={preview} /> : <Callout>{t('trial.none')}</Callout>)}
    </>
  );
}

/** A value as the program gets it. */
const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function FirstRecords({ preview: { fields, records } }: { preview: PublishPreview }) {
  const t = useTranslations('publish.trial');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the card is reached by the keyboard too
    <section className={classes.trial} aria-label={t('first')} tabIndex={0}>
      <Table withTableBorder fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('id')}</Table.Th>
            {fields.map(({ name, label }) => (
              <Table.Th key={name} scope="col" dir="auto" title={name}>
                {label}
              </Table.Th>
            ))}
            <Table.Th scope="col">{t('place')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map(({ id, has_place, properties }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Num value={id} />
              </Table.Td>
              {fields.map(({ name }) => (
                <Table.Td key={name} dir="auto">
                  {textOf(properties[name])}
                </Table.Td>
              ))}
              <Table.Td>{t(has_place ? 'hasPlace' : 'noPlace')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
