// A rule about a related record, as it was asked for elsewhere: in words, and to be removed.
'use client';
import { Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import type { Grouped, RelationRule, ValueRule } from '@/contract/schemas/query';
import { LIST_JOINT } from '@/contract/values/value-text';
import { useRead } from '@/lib/api/hooks';
import { useRelations } from '@/lib/api/use-relations';
import { useValueText } from '@/lib/i18n/use-value-text';
import classes from './query.module.css';

/** Null where the reader does not see the relation or its other layer. */
function useRelatedText(layer: number | null, { relation: key, side, related }: RelationRule): string | null {
  const t = useTranslations('map.tools.query');
  const text = useValueText();
  const relations = useRelations(layer ?? 0, layer !== null);
  const tab = relations.find((one) => one.relation.key === key && one.side === side);
  const end = tab && (side === 'parents' ? tab.relation.parent : tab.relation.child);
  const fields = useRead(api.layers.fields, { params: { id: end?.layer ?? 0 } }, { enabled: Boolean(end) }).data ?? [];
  if (!tab || !end) return null;
  const ofRule = ({ field: name, is, value }: ValueRule): string => {
    const field = fields.find((one) => one.name === name);
    const values = [value ?? []].flat().map((one) => text(field, one) || String(one));
    return [field?.label ?? name, t(`is.${is}`), values.join(LIST_JOINT)].filter(Boolean).join(' ');
  };
  const several = (nodes: readonly Grouped<ValueRule>[], joint: string) =>
    nodes.map((one) => ('and' in one || 'or' in one ? `(${words(one)})` : words(one))).join(joint);
  const words = (node: Grouped<ValueRule>): string => {
    if ('and' in node) return several(node.and, t('related.and'));
    if ('or' in node) return several(node.or, t('related.or'));
    return 'not' in node ? t('related.not', { rule: words(node.not) }) : ofRule(node);
  };
  return t('related.rule', { of: tab.label, rule: words(related) });
}

export interface RelatedRuleRowProps {
  /** Whose records are asked for; null where there are none. */
  layer: number | null;
  rule: RelationRule;
  onRemove: () => void;
}

export const RelatedRuleRow = ({ layer, rule, onRemove }: RelatedRuleRowProps) => {
  const t = useTranslations('map.tools.query');
  const text = useRelatedText(layer, rule);
  return (
    <fieldset className={classes.rule}>
      <legend className={classes.hidden}>{t('rule')}</legend>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" flex={1}>
          <bdi>{text ?? t('related.hidden')}</bdi>
        </Text>
        <IconButton label={t('removeRule')} variant="subtle" color="gray" size={28} onClick={onRemove}>
          <IconX size={16} />
        </IconButton>
      </Group>
    </fieldset>
  );
};
