// A rule about related records: that there is one, or none, which passes conditions of its own on the other layer's fields.
'use client';
import { Button, Group, Select, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ComponentType } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ListSkeleton, useErrorText } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { api } from '@/contract';
import type { Field } from '@/contract/schemas/form';
import type { Grouped, ValueRule } from '@/contract/schemas/query';
import { useRead } from '@/lib/api/hooks';
import type { GroupEditorProps } from './editor-props';
import classes from './query.module.css';
import { otherEnd, type RelationSubject, type SourceRelations } from './tree';
import { useTree } from './use-tree';

/** Groups within the conditions on the other layer; the wire counts their levels with those around them. */
const MAX_DEPTH = 1;

export interface RelatedRuleRowProps {
  relations: SourceRelations | undefined;
  subject: RelationSubject;
  onChange: (subject: RelationSubject) => void;
  onRemove: () => void;
  /** The editor of the conditions: the one that this row stands in. */
  Editor: ComponentType<GroupEditorProps>;
}

type ConditionsProps = Pick<RelatedRuleRowProps, 'subject' | 'onChange' | 'Editor'> & {
  layer: number;
  fields: readonly Field[];
};

const Conditions = ({ subject, onChange, Editor, layer, fields }: ConditionsProps) => {
  const t = useTranslations('map.tools.query');
  const { rule } = subject;
  // Fields alone can be asked for here, so that fields alone come back.
  const { tree, incomplete, change } = useTree(rule.related, fields, (related) =>
    onChange({ ...subject, rule: { ...rule, related: related as Grouped<ValueRule> } }),
  );
  return (
    <>
      <Editor
        source={{ layer, form: fields, hasPlaces: false, hasColumns: false, maxDepth: MAX_DEPTH }}
        group={tree}
        depth={0}
        incomplete={incomplete}
        drawing={null}
        onChange={change}
      />
      {incomplete.size > 0 ? (
        <Text size="xs" c="dimmed" role="status">
          {t('someIncomplete')}
        </Text>
      ) : (
        tree.children.length === 0 && (
          <Text size="xs" c="dimmed">
            {t(subject.not ? 'related.noneAtAll' : 'related.anyAtAll')}
          </Text>
        )
      )}
    </>
  );
};

/** What could not be read, and the way on. The condition itself stays as it is. */
function Unread({ sentence, error, retry }: { sentence: string; error: unknown; retry: () => void }) {
  const t = useTranslations('common');
  const errorText = useErrorText();
  return (
    <Callout
      kind="refusal"
      action={
        <Button size="compact-xs" variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      }
    >
      {sentence} {errorText(error)}
    </Callout>
  );
}

export const RelatedRuleRow = ({ relations, subject, onChange, onRemove, Editor }: RelatedRuleRowProps) => {
  const t = useTranslations('map.tools.query');
  const { rule, not } = subject;
  const tab = relations?.tabs.find((one) => one.relation.key === rule.relation && one.side === rule.side);
  const end = tab ? otherEnd(tab) : null;
  const fields = useRead(api.layers.fields, { params: { id: end?.layer ?? 0 } }, { enabled: end !== null });
  const isLost = relations?.failure ?? null;
  const name = tab ? tab.label : isLost ? t('related.unnamed') : relations?.isKnown ? t('related.gone') : t('related.reading'); // biome-ignore format: one name
  const fieldsLost = end && fields.error && !fields.data ? { error: fields.error, retry: () => void fields.refetch() } : null; // biome-ignore format: one failure
  const failure = tab ? fieldsLost : isLost;
  const sentence = tab ? 'related.fieldsLost' : 'related.relationsLost';
  const isReading = failure === null && (tab ? end !== null && !fields.data : relations?.isKnown !== true);
  return (
    <fieldset className={classes.rule}>
      <legend className={classes.hidden}>{tab ? t('related.ruleOn', { of: tab.label }) : t('rule')}</legend>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" flex={1} miw={0}>
          <bdi>{tab && !end ? t('related.hidden') : name}</bdi>
        </Text>
        {end && (
          <Select
            size="xs"
            w={128}
            flex="none"
            aria-label={t('related.quantity')}
            allowDeselect={false}
            data={[
              { value: 'any', label: t('related.any') },
              { value: 'none', label: t('related.none') },
            ]}
            value={not ? 'none' : 'any'}
            onChange={(value) => onChange({ ...subject, not: value === 'none' })}
          />
        )}
        <IconButton label={t('removeRule')} variant="subtle" color="gray" size={28} onClick={onRemove}>
          <IconX size={16} />
        </IconButton>
      </Group>
      {failure && <Unread sentence={t(sentence)} {...failure} />}
      {isReading && <ListSkeleton rows={1} />}
      {end && fields.data && (
        <Conditions subject={subject} onChange={onChange} Editor={Editor} layer={end.layer} fields={fields.data} />
      )}
    </fieldset>
  );
};
