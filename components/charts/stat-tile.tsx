// One number with its name, what has become of it since before, and where it leads.
'use client';
import { IconMinus, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';
import { Num } from '../num';
import classes from './charts.module.css';

export interface StatTileProps {
  label: string;
  value: number;
  unit?: string;
  /** The same number one period earlier. */
  before?: number;
  href?: string;
}

export function StatTile({ label, value, unit, before, href }: StatTileProps) {
  const t = useTranslations('common.chart');
  const { number, percent } = useFormat();
  const change = before === undefined ? null : value - before;
  const Icon = !change ? IconMinus : change > 0 ? IconTrendingUp : IconTrendingDown;
  const sign = { signDisplay: 'exceptZero' } as const;
  return (
    <div className={classes.tile}>
      <span className={classes.tileLabel}>{href ? <Link href={href}>{label}</Link> : label}</span>
      <span className={classes.tileNumber}>
        <Num value={value} {...(unit ? { unit } : {})} />
      </span>
      {change !== null && before !== undefined && (
        <span className={classes.tileChange}>
          <Icon size={14} className="points" aria-hidden />
          {change === 0
            ? t('same')
            : t('change', {
                // A sign brings a mark of direction with it, which would turn round what follows.
                change: isolate(number(change, sign)),
                share: before > 0 ? isolate(percent(Math.abs(change) / before)) : 'none',
              })}
        </span>
      )}
    </div>
  );
}
