// Adds a rule about related records: one entry for each relation that the reader sees the other end of.
'use client';
import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { MAX_RELATED } from '@/contract/schemas/query';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './query.module.css';
import { newRelatedRule, otherEnd, type Rule, type SourceRelations } from './tree';

export interface RelatedMenuProps {
  relations: SourceRelations;
  onAdd: (rule: Rule) => void;
}

export const RelatedMenu = ({ relations: { tabs, isFull }, onAdd }: RelatedMenuProps) => {
  const t = useTranslations('map.tools.query.related');
  const { number } = useFormat();
  const visible = tabs.filter((tab) => otherEnd(tab) !== null);
  if (visible.length === 0) return null;
  const button = (
    <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />} disabled={isFull}>
      {t('add')}
    </Button>
  );
  if (isFull)
    return (
      <>
        {button}
        <span className={classes.why}>{t('full', { most: number(MAX_RELATED) })}</span>
      </>
    );
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {visible.map((tab) => (
          <Menu.Item key={tab.id} onClick={() => onAdd(newRelatedRule(tab))}>
            {t('addOn', { of: tab.label })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
