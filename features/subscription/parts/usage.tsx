// The running plan and how much of it is used: days, space, layers.
'use client';
import { Progress, Skeleton, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { fullAt, type Limit } from '../logic/forecast';
import { daysLeft, sizeOf } from '../logic/plans';
import classes from './subscription.module.css';

/** Percent of a limit that are a warning, and all of it. */
const NEARLY = 90;
const FULL = 100;

interface MeterProps {
  label: string;
  used: number;
  total: number;
  /** Both numbers as people read them. */
  text: string;
  /** What is refused now that it is full, or when it will be. */
  note?: string | null;
}

function Meter({ label, used, total, text, note }: MeterProps) {
  const share = total > 0 ? Math.min(100, Math.round((used / total) * 100)) : 0;
  const color = share >= FULL ? 'red' : share >= NEARLY ? 'orange' : 'indigo';
  return (
    <div className={classes.meter}>
      <span>{label}</span>
      <span>{text}</span>
      {total > 0 && <Progress value={share} size={4} color={color} aria-label={label} />}
      {note && <span className={classes.meterNote}>{note}</span>}
    </div>
  );
}

export function Usage({ user, action }: { user: User; action?: ReactNode }) {
  const t = useTranslations('subscription');
  const { number, date } = useFormat();
  const current = useRead(api.subscription.current, {}).data;
  const history = useRead(api.subscription.usageHistory, {}).data;
  const noteOf = (limit: Limit) => {
    if (limit.total > 0 && limit.used >= limit.total) return t(`full.${limit.key}`);
    const at = history && fullAt(history, limit, Date.now());
    return at ? t('fullAt', { date: date(at) }) : null;
  };
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
            note={noteOf({ key: 'disk_used', used: current.disk_used, total: current.disk_total })}
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
            note={noteOf({ key: 'layers_used', used: current.layers_used, total: current.layers_total })}
          />
        </div>
      )}
    </section>
  );
}
