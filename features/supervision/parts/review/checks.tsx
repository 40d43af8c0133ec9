// What a reviewer should look at twice, a line each.
'use client';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { api } from '@/contract/index';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import type { Review } from '@/contract/schemas/supervision';
import { call } from '@/lib/api/client';
import { keyOf } from '@/lib/api/keys';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { changesOf } from '../../logic/changes';
import { isUnusual, usualRange } from '../../logic/outliers';
import classes from './review.module.css';

/** Columns of numbers that are looked at for one record. */
const MAX_COLUMNS = 4;
const HOUR_MS = 3_600_000;
const NUMBERS = new Set(['integer', 'decimal']);

/** Numbers of what waits that are outside of what is usual in their column. A column is read once an hour. */
function useUnusual(record: LayerRecord, form: readonly Field[]) {
  const changed = changesOf(record, form)
    .changed.filter(({ field, after }) => field && NUMBERS.has(field.type) && typeof after === 'number')
    .slice(0, MAX_COLUMNS);
  const columns = useQueries({
    queries: changed.map(({ name }) => {
      const input = { params: { layer: record.layer }, query: { field: name } };
      return {
        queryKey: [...keyOf(api.records.distribution, input), 'usual'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(api.records.distribution, input, { signal }),
        staleTime: HOUR_MS,
      };
    }),
  });
  return changed.flatMap((change, i) => {
    const range = columns[i]?.data ? usualRange(columns[i].data) : null;
    return isUnusual(change.after as number, range) ? [{ ...change, range: range as [number, number] }] : [];
  });
}

function Line({ children }: { children: ReactNode }) {
  return (
    <li>
      <IconAlertTriangle size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

const linkTo = (layer: number, id: number) => `${href('layerData', { id: layer })}?record=${id}`;

export function Checks({ review, form }: { review: Review; form: readonly Field[] }) {
  const t = useTranslations('supervision.checks');
  const { number, digits, listed } = useFormat();
  const { record, returned_before: returned } = review;
  const unusual = useUnusual(record, form);
  const labelOf = (name: string) => form.find((field) => field.name === name)?.label ?? name;
  if (review.kind === null) return null;
  const isFine = review.checks.length + unusual.length + returned === 0;
  return (
    <section aria-label={t('title')}>
      <ul className={classes.checks} data-fine={isFine || undefined}>
        {isFine && (
          <li>
            <IconCircleCheck size={16} aria-hidden />
            <span>{t('fine')}</span>
          </li>
        )}
        {returned > 0 && <Line>{t('returned', { count: returned, n: number(returned) })}</Line>}
        {review.checks.map(({ code, ids = [], fields = [] }) => (
          <Line key={code}>
            {code === 'required' ? t('required', { fields: listed(fields.map(labelOf)) }) : t(code)}{' '}
            {ids.map((id) => (
              <Link key={id} href={linkTo(record.layer, id)} prefetch={false} target="_blank" rel="noreferrer">
                <bdi>{t('record', { id: digits(id) })}</bdi>
              </Link>
            ))}
          </Line>
        ))}
        {unusual.map(({ name, label, after, range: [low, high] }) => (
          <Line key={name}>
            {t('unusual', { field: label, value: number(after as number), low: number(low), high: number(high) })}
          </Line>
        ))}
      </ul>
    </section>
  );
}
