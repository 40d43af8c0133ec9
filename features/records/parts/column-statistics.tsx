// What a column holds, over the records that the table's filters leave: counts, sums, the spread, the most frequent values.
'use client';
import { Alert, Skeleton, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ErrorState } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { Num } from '@/components/num';
import { api } from '@/contract';
import { isDated, isNumeric } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import type { QueryNode } from '@/contract/schemas/query';
import type { CALCULATIONS, RecordQuery } from '@/contract/schemas/record';
import { useRead } from '@/lib/api/hooks';
import { toLongQuery } from '@/lib/api/read-records';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { meanDecimals } from '../logic/mean';
import classes from './column-statistics.module.css';

/** Values that are listed. */
const LISTED = 10;
const [WIDTH, HEIGHT] = [256, 64];
const ALL: QueryNode = { and: [] };

export interface ColumnStatisticsProps {
  form: readonly Field[];
  field: Field;
  request: RecordQuery;
  filtered: boolean;
  /** Records that the filters leave, in the reader's digits. */
  count: string;
  onClose: () => void;
}

type Calculation = (typeof CALCULATIONS)[number];

/** The table's filters, and the field. */
const queryOf = (field: Field, { layer: _, order: __, ...filter }: RecordQuery) =>
  ({ ...filter, field: field.name }) as { field: string; [filter: `value__${string}`]: string };

/** What is calculated over: the filters as they are, or as one tree where an address cannot hold them. */
interface Over {
  field: Field;
  request: RecordQuery;
  tree: QueryNode | null;
}

/** One calculation of the field over the filtered records. */
function useCalc(type: Calculation, { field, request, tree }: Over, enabled: boolean) {
  const params = { layer: request.layer, type };
  const short = useRead(api.records.calc, { params, query: queryOf(field, request) }, { enabled: enabled && !tree });
  const long = useRead(
    api.records.calcQuery,
    { params, body: { field: field.name, query: tree ?? ALL } },
    { enabled: enabled && tree !== null },
  );
  return tree ? long : short;
}

function useSpread({ field, request, tree }: Over, enabled: boolean) {
  const params = { layer: request.layer };
  const query = queryOf(field, request);
  const short = useRead(api.records.distribution, { params, query }, { enabled: enabled && !tree });
  const long = useRead(
    api.records.distributionQuery,
    { params, body: { field: field.name, query: tree ?? ALL } },
    { enabled: enabled && tree !== null },
  );
  return tree ? long : short;
}

export default function ColumnStatistics({ form, field, request, filtered, count, onClose }: ColumnStatisticsProps) {
  const t = useTranslations('records.statistics');
  const { number } = useFormat();
  const value = useValueText();
  const numeric = isNumeric(field);
  const ordered = numeric || isDated(field);
  const tree = useMemo(() => toLongQuery(form, request), [form, request]);
  const over = { field, request, tree };
  const distinct = useCalc('distinct', over, true);
  const least = useCalc('min', over, ordered);
  const most = useCalc('max', over, ordered);
  const sum = useCalc('sum', over, numeric);
  const average = useCalc('avg', over, numeric);
  const spread = useSpread(over, numeric);
  const all = [distinct, ...(ordered ? [least, most] : []), ...(numeric ? [sum, average, spread] : [])];
  const failed = all.find((read) => read.isError);
  const text = (raw: number | string | null | undefined) =>
    raw === null || raw === undefined ? '' : value(field, raw);
  const round = (raw: number | string | null | undefined) =>
    typeof raw === 'number' ? number(raw, { maximumSignificantDigits: 12 }) : '';
  const mean = (raw: number | string | null | undefined) =>
    typeof raw === 'number' ? number(raw, { maximumFractionDigits: meanDecimals(raw) }) : '';
  const facts: [string, string][] = [
    [t('count'), distinct.data ? number(distinct.data.count) : ''],
    [t('distinct'), distinct.data ? number(Number(distinct.data.value)) : ''],
    ...(numeric
      ? ([
          [t('sum'), round(sum.data?.value)],
          [t('avg'), mean(average.data?.value)],
        ] as [string, string][])
      : []),
    ...(ordered
      ? ([
          [t('min'), text(least.data?.value)],
          [t('max'), text(most.data?.value)],
        ] as [string, string][])
      : []),
  ];
  const values = distinct.data?.values?.slice(0, LISTED) ?? [];
  return (
    <Dialog opened onClose={onClose} title={t('title', { column: field.label })} size={440}>
      {failed ? (
        <ErrorState
          error={failed.error}
          retry={() => void Promise.all(all.filter((read) => read.isError).map((read) => read.refetch()))}
        />
      ) : all.some((read) => read.isPending) ? (
        <div role="status" aria-label={t('loading')} className={classes.body}>
          {facts.map(([name]) => (
            <Skeleton key={name} h={20} />
          ))}
        </div>
      ) : (
        <div className={classes.body}>
          <p className={classes.scope}>{t(filtered ? 'filtered' : 'all', { n: count })}</p>
          <dl className={classes.facts}>
            {facts.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text || '—'}</dd>
              </div>
            ))}
          </dl>
          {distinct.data?.capped && <Alert color="yellow">{t('part')}</Alert>}
          {numeric && spread.data && spread.data.bins.length > 0 && (
            <Bars
              bins={spread.data.bins}
              label={t('spread', { column: field.label, min: text(spread.data.min), max: text(spread.data.max) })}
              min={text(spread.data.min)}
              max={text(spread.data.max)}
              note={spread.data.capped ? t('sample') : null}
            />
          )}
          {values.length === 0 ? <p>{t('none')}</p> : <Frequent values={values} textOf={(raw) => value(field, raw)} />}
        </div>
      )}
    </Dialog>
  );
}

type Raw = string | number | boolean;

/** The most frequent values, each with its share of the first. */
function Frequent({ values, textOf }: { values: { value: Raw; count: number }[]; textOf: (raw: Raw) => string }) {
  const t = useTranslations('records.statistics');
  const highest = Math.max(1, ...values.map((one) => one.count));
  return (
    <Table aria-label={t('frequent')} captionSide="top" withRowBorders={false} verticalSpacing={4}>
      <Table.Caption className={classes.caption}>{t('frequent')}</Table.Caption>
      <Table.Tbody>
        {values.map((one) => (
          <Table.Tr key={String(one.value)}>
            <Table.Th scope="row" className={classes.value}>
              <bdi>{textOf(one.value)}</bdi>
              <span aria-hidden className={classes.share} style={{ inlineSize: `${(one.count / highest) * 100}%` }} />
            </Table.Th>
            <Table.Td className={classes.number}>
              <Num value={one.count} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface BarsProps {
  bins: readonly number[];
  label: string;
  min: string;
  max: string;
  note: string | null;
}

function Bars({ bins, label, min, max, note }: BarsProps) {
  const most = Math.max(1, ...bins);
  const width = WIDTH / bins.length;
  return (
    <figure className={classes.figure} dir="ltr">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bins.map((bar, i) => {
          // What is there is seen, however little it is.
          const height = bar > 0 ? Math.max(1, (bar / most) * HEIGHT) : 0;
          const x = i * width;
          return <rect key={x} x={x} y={HEIGHT - height} width={Math.max(1, width - 0.5)} height={height} />;
        })}
      </svg>
      <figcaption>
        <bdi>{min}</bdi>
        <bdi>{max}</bdi>
      </figcaption>
      {note && (
        <p className={classes.scope} dir="auto">
          {note}
        </p>
      )}
    </figure>
  );
}
