// The records that belong to a record by one relation: a table of them, a new one, and one that there is.
'use client';
import { Button, Table } from '@mantine/core';
import { IconArrowUpLeft, IconMapPin, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import type { RelationTab } from '@/lib/api/use-relations';
import { ReferenceTitles } from '@/lib/i18n/reference-titles';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { newRecordAddress, pickAddress, recordAddress } from '../../logic/addresses';
import { titleOf } from '../../logic/form-state';
import { type RelationLink, useRelationLink } from '../../logic/relation-link';
import classes from './related.module.css';

const SIZE = 25;
/** Columns where the relation names none. */
const MAX_OWN = 3;

interface RelatedTabProps {
  tab: RelationTab;
  layer: Layer;
  record: LayerRecord;
}

export default function RelatedTab({ tab, layer, record }: RelatedTabProps) {
  const t = useTranslations('records.related');
  const { relation, side } = tab;
  const [page, setPage] = useState(1);
  const end = side === 'children' ? relation.child : relation.parent;
  const other = useRead(api.layers.one, { params: { id: end?.layer ?? 0 } }, { enabled: end !== null });
  const list = useRead(
    api.relations.related,
    { params: { id: record.id }, query: { relation: relation.key, side, limit: SIZE, offset: (page - 1) * SIZE } },
    { keep: true },
  );
  if (end === null || list.data?.hidden) return <Callout>{t('hidden')}</Callout>;
  const failed = list.error ?? other.error;
  if (failed) return <ErrorState error={failed} retry={() => void Promise.all([list.refetch(), other.refetch()])} />;
  if (!list.data || !other.data) return <ListSkeleton rows={4} />;
  const { results, count, count_capped, limited } = list.data;
  return (
    <div className={classes.tab}>
      <RelatedActs tab={tab} layer={layer} record={record} other={other.data} count={count} />
      {results.length === 0 ? (
        <EmptyState title={t(`none.${side}`)} text={t(`noneText.${side}`)} noAct="beside" />
      ) : (
        <RelatedTable tab={tab} other={other.data} records={results} />
      )}
      {count > SIZE && (
        <Pager
          page={page}
          size={SIZE}
          rowCount={results.length}
          count={count}
          isCapped={count_capped ?? false}
          onPage={setPage}
        />
      )}
      {limited && <Callout>{t('limited')}</Callout>}
    </div>
  );
}

interface RelatedActsProps extends RelatedTabProps {
  other: Layer;
  count: number;
}

/** What the rights and the relation allow; a record without a key has nothing to belong to. */
function RelatedActs({ tab, layer, record, other, count }: RelatedActsProps) {
  const t = useTranslations('records.related');
  const { digits } = useFormat();
  const router = useRouter();
  const { relation, side } = tab;
  const asker = {
    layer: layer.id,
    type: layer.type,
    record: record.id,
    title: titleOf(layer.config, record.value) || t('untitled', { id: digits(record.id) }),
    tab: tab.id,
  };
  const begin = (link: RelationLink, address: string) => {
    useRelationLink.setState({ link });
    router.push(address);
  };
  const common = { layer: other.id, label: tab.label, asker };
  const pickText = t(other.type > 0 ? 'pickOnMap' : 'pickInTable');
  if (side === 'parents') {
    const { field } = relation.child ?? {};
    if (!field || !(record.can?.edit ?? layer.rights.edit)) return null;
    const link: RelationLink = { ...common, kind: 'parent', field, keyField: relation.parent?.field ?? null, version: record.version }; // biome-ignore format: one link
    return (
      <div className={classes.acts}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMapPin size={16} aria-hidden />}
          onClick={() => begin(link, pickAddress(other))}
        >
          {pickText}
        </Button>
      </div>
    );
  }
  const value = relation.parent?.field ? (record.value[relation.parent.field] ?? null) : record.id;
  const { field } = relation.child ?? {};
  if (value === null || value === '') return <Callout>{t('noKey')}</Callout>;
  if (!field || (relation.kind === 'one' && count > 0)) return null;
  return (
    <div className={classes.acts}>
      {other.rights.add && (
        <Button
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => begin({ ...common, kind: 'new', field, value }, newRecordAddress(other))}
        >
          {t('add')}
        </Button>
      )}
      {other.rights.edit && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMapPin size={16} aria-hidden />}
          onClick={() => begin({ ...common, kind: 'child', field, value }, pickAddress(other))}
        >
          {pickText}
        </Button>
      )}
    </div>
  );
}

interface RelatedTableProps {
  tab: RelationTab;
  other: Layer;
  records: readonly LayerRecord[];
}

function RelatedTable({ tab, other, records }: RelatedTableProps) {
  const t = useTranslations('records.related');
  const path = usePathname();
  const { digits } = useFormat();
  const { form } = other.config;
  const { relation, side } = tab;
  const key = side === 'children' ? relation.child?.field : null;
  const named = side === 'children' ? relation.columns : relation.title === null ? [] : [relation.title];
  const fields =
    named.length > 0
      ? named.flatMap((name) => form.find((field) => field.name === name) ?? [])
      : form.filter(({ name, type }) => name !== key && type !== 'section' && type !== 'note').slice(0, MAX_OWN);
  return (
    <ReferenceTitles form={fields} values={records.map(({ value }) => value)}>
      <div className={classes.scroll}>
        <Table aria-label={tab.label} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('id')}</Table.Th>
              {fields.map(({ name, label }) => (
                <Table.Th key={name}>
                  <bdi>{label}</bdi>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {records.map((record) => (
              <Table.Tr key={record.id}>
                <Table.Td>
                  <Link className={classes.open ?? ''} href={recordAddress(other, record.id, path)}>
                    {digits(record.id)}
                    <IconArrowUpLeft size={14} className="points" aria-label={t('open')} />
                  </Link>
                </Table.Td>
                <Cells fields={fields} record={record} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </ReferenceTitles>
  );
}

/** Within `ReferenceTitles`, so that ids are read as titles. */
function Cells({ fields, record }: { fields: Layer['config']['form']; record: LayerRecord }) {
  const text = useValueText();
  return fields.map((field) => (
    <Table.Td key={field.name}>
      <bdi>{text(field, record.value[field.name])}</bdi>
    </Table.Td>
  ));
}
