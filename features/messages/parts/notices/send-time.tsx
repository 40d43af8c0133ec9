// When a notice goes: now, or at a time in Tehran.
'use client';
import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { MomentInput } from '@/components/fields/moment-input';
import { Card } from '@/components/layout/card';
import { addDays } from '@/contract/jalali';
import { momentOf } from '@/lib/form/moment';
import { today } from '@/lib/i18n/dates';
import classes from '../notices.module.css';

const MAX_DAYS = 365;
const FIRST_TIME = '08:00';

/** Whether a notice can go then; the server looks again. */
export const isSendTime = (sendAt: string, now = Date.now()): boolean => {
  const at = Date.parse(sendAt);
  return sendAt.endsWith('Z') && at > now && at <= now + MAX_DAYS * 86_400_000;
};

export interface SendTimeProps {
  /** Null for now. */
  value: string | null;
  /** Without it there is no now: it waits already. */
  hasNow: boolean;
  problem: string | null;
  onChange: (sendAt: string | null) => void;
}

export function SendTime({ value, hasNow, problem, onChange }: SendTimeProps) {
  const t = useTranslations('messages.notices');
  const day = today();
  return (
    <Card title={t('when')}>
      <div className={classes.fields}>
        {hasNow && (
          <SegmentedControl
            aria-label={t('when')}
            value={value === null ? 'now' : 'at'}
            data={[
              { value: 'now', label: t('whenNow') },
              { value: 'at', label: t('whenAt') },
            ]}
            onChange={(next) => onChange(next === 'now' ? null : momentOf(addDays(day, 1), FIRST_TIME))}
          />
        )}
        {value !== null && (
          <>
            <MomentInput
              label={t('sendAt')}
              min={day}
              max={addDays(day, MAX_DAYS)}
              value={value}
              onChange={onChange}
              onBlur={() => {}}
              error={problem}
              readOnly={false}
              required
            />
            <p className={classes.dim}>{t('sendAtHint')}</p>
          </>
        )}
      </div>
    </Card>
  );
}
