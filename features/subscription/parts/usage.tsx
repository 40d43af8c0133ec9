// The running plan and how much of it is used: days, space, layers.
'use client';
import { Progress, Skeleton, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { daysLeft, sizeOf } from '../logic/plans';
import classes from './subscription.module.css';

interface MeterProps {
  label: string;
  used: number;
  total: number;
  /** Both numbers as people read them. */
  text: string;
}

function Meter({ label, used, total, text }: MeterProps) {
  const share = total > 0 ? Math.min(100, Math.round((used / total) * 100)) : 0;
  return (
    <div className={classes.meter}>
      <span>{label}</span>
      <span>{text}</span>
      {total > 0 && <Progress value={share} size={4} color={share >= 90 ? 'orange' : 'indigo'} aria-label={label} />}
    </div>
  );
}

export function Usage({ user, action }: { user: User; action?: ReactNode }) {
  const t = useTranslations('subscription');
  const { number } = useFormat();
  const current = useRead(api.subscription.current, {}).data;
  const size = (megabytes: number) => {
    const { unit, value } = sizeOf(megabytes);
    return t(unit, { value: number(value, { maximumFractionDigits: 1 }) });
  };
  const of = (used: string, total: string) => t('usedOf', { used, total });
  return (
    <section className={classes.usage} aria-label={t('current')}>
      <header className={classes.usageHead}>
        <div>
          <h3>{user.current_plan ? <bdi>{user.current_plan}</bdi> : t('noPlan')}</h3>
          <Text size="sm" c="dimmed">
            {user.current_plan
              ? t('daysLeft', {
                  days: number(daysLeft(user.plan_remaining_days)),
                  number: daysLeft(user.plan_remaining_days),
                })
              : t('noPlanText')}
          </Text>
        </div>
        {action}
      </header>
      {user.reserved_plan !== null && (
        <Text size="sm" className={classes.note}>
          {t('reserved', { plan: user.reserved_plan })}
        </Text>
      )}
      {!current && <Skeleton h={72} />}
      {current && (
        <div className={classes.meters}>
          {current.days_total > 0 && (
            <Meter
              label={t('days')}
              used={current.days_used}
              total={current.days_total}
              text={of(number(current.days_used), number(current.days_total))}
            />
          )}
          <Meter
            label={t('disk')}
            used={current.disk_used}
            total={current.disk_total}
            text={current.disk_total ? of(size(current.disk_used), size(current.disk_total)) : size(current.disk_used)}
          />
          <Meter
            label={t('layers')}
            used={current.layers_used}
            total={current.layers_total}
            text={
              current.layers_total
                ? of(number(current.layers_used), number(current.layers_total))
                : number(current.layers_used)
            }
          />
        </div>
      )}
    </section>
  );
}
