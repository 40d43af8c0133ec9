// The columns of the list of layers.
'use client';
import { Badge } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Column } from '@/components/collection/columns';
import { useSizeText } from '@/components/fields/use-size-text';
import { NameList } from '@/components/name-list';
import { Num } from '@/components/num';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';

/** `groups`: labels by id. */
export function useLayerColumns(
  groups: ReadonlyMap<number, string>,
): Column<Layer, 'type' | 'record_count' | 'modified_date' | 'bytes'>[] {
  const t = useTranslations('layers');
  const { number, date } = useFormat();
  const size = useSizeText();
  const groupsOf = ({ group_layer }: Layer) => group_layer.flatMap((id) => groups.get(id) ?? []);
  return [
    { id: 'kind', title: t('columns.kind'), order: 'type', cell: ({ type }) => t(`kinds.${type}` as 'kinds.1') },
    {
      id: 'count',
      title: t('columns.count'),
      order: 'record_count',
      isNumber: true,
      cell: ({ type, record_count }) => (type < LAYER_TYPES.wms ? <Num value={record_count} /> : null),
    },
    {
      id: 'groups',
      title: t('columns.groups'),
      isCut: true,
      cell: (layer) => {
        const names = groupsOf(layer);
        if (names.length === 0) return null;
        return <NameList names={names} more={(n) => t('moreGroups', { n: number(n) })} />;
      },
    },
    {
      id: 'supervised',
      title: t('columns.supervised'),
      cell: ({ config }) =>
        config.supervised ? (
          <Badge size="sm" variant="light">
            {t('supervised')}
          </Badge>
        ) : null,
    },
    {
      id: 'owner',
      title: t('columns.owner'),
      isWide: true,
      cell: ({ owner }) => (owner ? <bdi>{personName(owner)}</bdi> : null),
    },
    {
      id: 'modified',
      title: t('columns.modified'),
      order: 'modified_date',
      isWide: true,
      cell: ({ modified_date }) => (modified_date ? date(modified_date) : null),
    },
    {
      id: 'bytes',
      title: t('columns.bytes'),
      order: 'bytes',
      isWide: true,
      cell: ({ bytes }) => (bytes === null || bytes === undefined ? null : size(bytes)),
    },
  ];
}
