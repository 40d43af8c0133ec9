// What a report by region lacks, in words: places that are being looked up, and imports whose place nobody noted.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { Callout } from '@/components/feedback/callout';
import { DashboardCell } from '@/components/templates/dashboard-grid';
import type { ActivityReport } from '@/contract/schemas/dashboard';
import { useFormat } from '@/lib/i18n/use-format';

/** How often the numbers are read again while places are being looked up. */
const LOOK_MS = 10_000;

export interface PlaceNotesProps {
  reports: readonly ActivityReport[];
  /** Reads all reports again. */
  onAgain(): void;
}

export function PlaceNotes({ reports, onAgain }: PlaceNotesProps) {
  const t = useTranslations('dashboards.activity');
  const { number } = useFormat();
  const places = reports.flatMap((one) => one.places ?? []);
  const isPending = places.some(({ pending }) => pending);
  const again = useEffectEvent(onAgain);
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => again(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isPending]);
  const unplaced = Math.max(0, ...places.map((one) => one.unplaced));
  return (
    <>
      {isPending && (
        <DashboardCell span={12}>
          <Callout>{t('pending')}</Callout>
        </DashboardCell>
      )}
      {unplaced > 0 && (
        <DashboardCell span={12}>
          <Callout>{t('unplaced', { count: unplaced, n: number(unplaced) })}</Callout>
        </DashboardCell>
      )}
    </>
  );
}
