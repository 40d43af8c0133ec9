// A query as a field of a form: its tree of rules, whatever screen it stands in.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Field } from '@/contract/schemas/form';
import { useRelationList } from '@/lib/api/use-relations';
import { GroupEditor } from './group-editor';
import { type BuiltQuery, relationsOf } from './tree';
import { useTree } from './use-tree';

export interface QueryEditorProps {
  /** Rules that are not complete yet are not in it. */
  value: BuiltQuery;
  onChange: (value: BuiltQuery) => void;
  fields: readonly Field[];
  /** Whose values are suggested; none where left out. */
  layer?: number;
  /** Its records have shapes: rules may ask where they lie, by region. */
  hasPlaces?: boolean;
  /** Rules may ask about what every record has: its id, status and days. */
  hasColumns?: boolean;
  /** Rules may ask about the records of other layers that the relations of `layer` tie to its own. */
  hasRelations?: boolean;
}

export const QueryEditor = (props: QueryEditorProps) => {
  const { value, onChange, fields, layer, hasPlaces = false, hasColumns = true, hasRelations = false } = props;
  const t = useTranslations('map.tools.query');
  const { tree, incomplete, change } = useTree(value, fields, onChange);
  const list = useRelationList(layer ?? 0, hasRelations && layer !== undefined);
  const relations = relationsOf(tree, list);
  return (
    <>
      <GroupEditor
        source={{ layer: layer ?? null, form: fields, hasPlaces, hasColumns, ...(relations && { relations }) }}
        group={tree}
        depth={0}
        incomplete={incomplete}
        drawing={null}
        onChange={change}
      />
      {incomplete.size > 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t('someIncomplete')}
        </Text>
      )}
    </>
  );
};
