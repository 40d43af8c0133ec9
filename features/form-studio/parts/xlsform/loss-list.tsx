// What of a workbook is not taken over as it stands: row by row, with the reason.
'use client';
import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Loss } from '@/contract/xlsform/sheets';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './xlsform.module.css';

/** A list under its heading that scrolls on its own, by keys as well. */
export function LossFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      <div className={classes.frame} {...{ tabIndex: 0, role: 'region', 'aria-label': title }}>
        <ul className={classes.losses}>{children}</ul>
      </div>
    </>
  );
}

export function LossList({ losses, count }: { losses: readonly Loss[]; count: number }) {
  const t = useTranslations('formStudio.xlsform');
  const { number } = useFormat();
  if (count === 0)
    return (
      <Text size="sm" c="dimmed" mt={4}>
        {t('whole')}
      </Text>
    );
  return (
    <>
      <LossFrame title={t('losses', { count, n: number(count) })}>
        {losses.map(({ sheet, row, name, column, reason, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={i}>
            <span className={classes.where}>
              {t('where', { sheet, row: number(row) })}
              {name && (
                <>
                  {' · '}
                  <bdi>{name}</bdi>
                </>
              )}
            </span>
            <span>{t(`reasons.${reason}`, { column: column ?? '' })}</span>
            {value && <code dir="auto">{value}</code>}
          </li>
        ))}
      </LossFrame>
      {count > losses.length && (
        <Text size="sm" c="dimmed">
          {t('moreLosses', { n: number(count - losses.length) })}
        </Text>
      )}
    </>
  );
}
