// A group of rules, and groups within it.
'use client';
import { Button, Checkbox, Group, SegmentedControl } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import type { PlaceShape } from './machine';
import classes from './query.module.css';
import { RuleRow } from './rule-row';
import { isGroup, newGroup, newRule, type QuerySource, type Rule, type RuleGroup, type Subject } from './tree';

/** The wire allows ten levels; nobody reads more than four. */
const MAX_DEPTH = 4;

export interface GroupEditorProps {
  source: QuerySource;
  group: RuleGroup;
  depth: number;
  incomplete: ReadonlySet<number>;
  /** The rule whose place is being drawn. */
  drawing: number | null;
  onChange: (key: number, change: (node: Rule | RuleGroup) => Rule | RuleGroup | null) => void;
  onDraw?: (rule: number, shape: PlaceShape) => void;
}

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

export const GroupEditor = (props: GroupEditorProps) => {
  const { source, group, depth, incomplete, drawing, onChange, onDraw } = props;
  const t = useTranslations('map.tools.query');
  const { form } = source;
  const [field] = form;
  const subject: Subject = field ? { of: 'field', field: field.name } : { of: 'column', column: 'id' };
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
        ) : (
          <RuleRow
            key={child.key}
            source={source}
            rule={child}
            incomplete={incomplete.has(child.key)}
            drawing={drawing === child.key}
            onChange={(rule) => onChange(child.key, () => rule)}
            onRemove={() => onChange(child.key, () => null)}
            onDraw={onDraw && ((shape) => onDraw(child.key, shape))}
          />
        ),
      )}
      <Group gap={4}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => add(newRule(subject, form))}
        >
          {t('addRule')}
        </Button>
        {source.hasPlaces && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => add(newRule({ of: 'place' }, form))}
          >
            {t('addPlace')}
          </Button>
        )}
        {depth < MAX_DEPTH && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => add(newGroup([newRule(subject, form)]))}
          >
            {t('addGroup')}
          </Button>
        )}
      </Group>
    </fieldset>
  );
};
