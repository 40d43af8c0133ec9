// A group of rules, and groups within it.
'use client';
import { Button, Checkbox, Group, SegmentedControl } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { hasNoValue } from '@/contract/fields';
import type { GroupEditorProps } from './editor-props';
import classes from './query.module.css';
import { RelatedMenu } from './related-menu';
import { RelatedRuleRow } from './related-rule-row';
import { RuleRow } from './rule-row';
import { isGroup, newGroup, newRule, type Rule, type RuleGroup, type Subject } from './tree';

/** The wire allows ten levels; nobody reads more than four. */
const MAX_DEPTH = 4;

type Matching = Partial<Pick<RuleGroup, 'match' | 'not'>>;

interface GroupHeadProps {
  group: RuleGroup;
  onSet: (part: Matching) => void;
  /** Null for the outermost group. */
  onRemove: (() => void) | null;
}

/** How the rules of a group go together. */
const GroupHead = ({ group, onSet, onRemove }: GroupHeadProps) => {
  const t = useTranslations('map.tools.query');
  return (
    <Group gap={8} wrap="nowrap">
      <SegmentedControl
        size="xs"
        aria-label={t('match')}
        data={[
          { value: 'and', label: t('and') },
          { value: 'or', label: t('or') },
        ]}
        value={group.match}
        onChange={(match) => onSet({ match: match as 'and' | 'or' })}
      />
      <Checkbox
        size="xs"
        flex={1}
        label={t('not')}
        checked={group.not}
        onChange={(event) => onSet({ not: event.currentTarget.checked })}
      />
      {onRemove && (
        <IconButton label={t('removeGroup')} variant="subtle" color="gray" size={28} onClick={onRemove}>
          <IconX size={16} />
        </IconButton>
      )}
    </Group>
  );
};

interface AddersProps extends Pick<GroupEditorProps, 'source' | 'depth'> {
  /** What a new rule is about at first. */
  subject: Subject;
  /** There is something that a rule can be about. */
  hasSubject: boolean;
  add: (child: Rule | RuleGroup) => void;
}

const Adders = ({ source, depth, subject, hasSubject, add }: AddersProps) => {
  const t = useTranslations('map.tools.query');
  const { form, maxDepth = MAX_DEPTH } = source;
  const look = { size: 'compact-xs', variant: 'subtle', leftSection: <IconPlus size={14} /> } as const;
  return (
    <Group gap={4}>
      {hasSubject && (
        <Button {...look} onClick={() => add(newRule(subject, form))}>
          {t('addRule')}
        </Button>
      )}
      {source.hasPlaces && (
        <Button {...look} onClick={() => add(newRule({ of: 'place' }, form))}>
          {t('addPlace')}
        </Button>
      )}
      {source.relations && <RelatedMenu relations={source.relations} onAdd={add} />}
      {hasSubject && depth < maxDepth && (
        <Button {...look} onClick={() => add(newGroup([newRule(subject, form)]))}>
          {t('addGroup')}
        </Button>
      )}
    </Group>
  );
};

export const GroupEditor = (props: GroupEditorProps) => {
  const { source, group, depth, incomplete, drawing, onChange, onDraw } = props;
  const t = useTranslations('map.tools.query');
  const { form } = source;
  const field = form.find((one) => !hasNoValue(one));
  const subject: Subject = field ? { of: 'field', field: field.name } : { of: 'column', column: 'id' };
  const hasSubject = field !== undefined || source.hasColumns !== false;
  const add = (child: Rule | RuleGroup) =>
    onChange(group.key, (node) => (isGroup(node) ? { ...node, children: [...node.children, child] } : node));
  const set = (part: Matching) => onChange(group.key, (node) => (isGroup(node) ? { ...node, ...part } : node));
  return (
    <fieldset className={classes.group} data-depth={depth}>
      <legend className={classes.hidden}>{t('group')}</legend>
      {(group.children.length > 1 || depth > 0 || group.not) && (
        <GroupHead group={group} onSet={set} onRemove={depth > 0 ? () => onChange(group.key, () => null) : null} />
      )}
      {group.children.map((child) =>
        isGroup(child) ? (
          <GroupEditor key={child.key} {...props} group={child} depth={depth + 1} />
        ) : child.subject.of === 'relation' ? (
          <RelatedRuleRow
            key={child.key}
            Editor={GroupEditor}
            relations={source.relations}
            subject={child.subject}
            onChange={(changedSubject) => onChange(child.key, () => ({ ...child, subject: changedSubject }))}
            onRemove={() => onChange(child.key, () => null)}
          />
        ) : (
          <RuleRow
            key={child.key}
            source={source}
            rule={child}
            subject={child.subject}
            incomplete={incomplete.has(child.key)}
            drawing={drawing === child.key}
            onChange={(rule) => onChange(child.key, () => rule)}
            onRemove={() => onChange(child.key, () => null)}
            onDraw={onDraw && ((shape) => onDraw(child.key, shape))}
          />
        ),
      )}
      <Adders {...props} add={add} subject={subject} hasSubject={hasSubject} />
    </fieldset>
  );
};
