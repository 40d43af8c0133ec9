// A query as a field of a form: its tree of rules, whatever screen it stands in.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Field } from '@/contract/schemas/form';
import { GroupEditor } from './group-editor';
import { type BuiltQuery, changed, fromNode, type RuleGroup, toNode } from './tree';

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
}

/** What is typed stays while the owner holds what was last sent; another value from outside begins anew. */
export const QueryEditor = (props: QueryEditorProps) => {
  const { value, onChange, fields, layer, hasPlaces = false, hasColumns = true } = props;
  const t = useTranslations('map.tools.query');
  const key = JSON.stringify(value);
  const [state, setState] = useState(() => ({ key, tree: fromNode(value) }));
  const current = state.key === key ? state : { key, tree: fromNode(value) };
  if (current !== state) setState(current);
  const { incomplete } = toNode(current.tree, fields);
  const handleTree = (tree: RuleGroup) => {
    const { node } = toNode(tree, fields);
    const next = JSON.stringify(node);
    setState({ key: next, tree });
    if (next !== key) onChange(node);
  };
  return (
    <>
      <GroupEditor
        source={{ layer: layer ?? null, form: fields, hasPlaces, hasColumns }}
        group={current.tree}
        depth={0}
        incomplete={incomplete}
        drawing={null}
        onChange={(node, change) => handleTree(changed(current.tree, node, change))}
      />
      {incomplete.size > 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t('someIncomplete')}
        </Text>
      )}
    </>
  );
};
