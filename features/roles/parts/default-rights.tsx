// Rights that a role gets on each layer that is made from now on.
'use client';
import { Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/layout/card';
import { RIGHTS } from '@/contract/schemas/user';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import type { Who } from '@/lib/routes/rules';
import type { RoleValues } from '../logic/role-values';
import { GrantBox, type WhyNot } from './role-basics';

interface DefaultRightsProps {
  form: ResourceForm<RoleValues>['form'];
  saved: RoleValues;
  who: Who | null;
  /** Those that whoever edits has by their own roles. */
  own: ReadonlySet<string>;
  closed: WhyNot;
}

export function DefaultRights({ form, saved, who, own, closed }: DefaultRightsProps) {
  const t = useTranslations('roles.defaults');
  const rightName = useTranslations('roles.right');
  const { default_rights } = form.values;
  const set = (right: string, isOn: boolean) => {
    const rest = default_rights.filter((one) => one !== right);
    const next = right === 'view' && !isOn ? [] : isOn ? [...rest, right, 'view'] : rest;
    form.setFieldValue(
      'default_rights',
      RIGHTS.filter((one) => next.includes(one)),
    );
  };
  const whyNot = (right: string): WhyNot => {
    if (closed) return closed;
    const isMine = who?.superuser || own.has(right) || saved.default_rights.includes(right);
    return default_rights.includes(right) || isMine ? null : t('beyond');
  };
  return (
    <Card title={t('title')} hint={t('hint')}>
      <Group gap="lg" align="flex-start">
        {RIGHTS.map((right) => (
          <GrantBox
            key={right}
            label={rightName(right)}
            checked={default_rights.includes(right)}
            whyNot={whyNot(right)}
            onChange={(isOn) => set(right, isOn)}
          />
        ))}
      </Group>
    </Card>
  );
}
