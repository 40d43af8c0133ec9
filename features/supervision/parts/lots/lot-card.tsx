// One lot: from which seed it was drawn and how to draw it again, what came of it, and how often each reviewer was agreed with.
'use client';
import { Badge, Button, Code, CopyButton, Table } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Num } from '@/components/num';
import type { Output } from '@/contract/define';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import classes from './lots.module.css';

type Lot = Output<typeof api.supervision.lot>;

/** Whether it draws now, how much of it is owed, or that it is over. */
export function LotState({ lot: { until, waiting } }: { lot: Pick<Lot, 'until' | 'waiting'> }) {
  const t = useTranslations('supervision.lots.states');
  const { number } = useFormat();
  return (
    <span className={classes.states}>
      {until === null && (
        <Badge variant="light" color="indigo">
          {t('drawing')}
        </Badge>
      )}
      {waiting > 0 && (
        <Badge variant="light" color="orange">
          {t('waiting', { count: waiting, n: number(waiting) })}
        </Badge>
      )}
      {until !== null && waiting === 0 && (
        <Badge variant="light" color="gray">
          {t('done')}
        </Badge>
      )}
    </span>
  );
}

function Seed({ seed }: Pick<Lot, 'seed'>) {
  const t = useTranslations('supervision.lots');
  const copying = useTranslations('common.copying');
  return (
    <section className={classes.part} aria-label={t('seed')}>
      <h3 className={classes.heading}>{t('seed')}</h3>
      <span className={classes.seed}>
        <Code dir="ltr">{seed}</Code>
        <CopyButton value={seed}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copying(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </span>
      <p className={classes.quiet}>{t('seedText')}</p>
    </section>
  );
}

function Numbers({ lot }: { lot: Lot }) {
  const t = useTranslations('supervision.lots');
  const { number, percent } = useFormat();
  const facts = [
    [t('columns.share'), percent(lot.share / 100)],
    [t('columns.approved'), number(lot.approved)],
    [t('columns.returned'), number(lot.returned)],
    [t('columns.sample'), number(lot.sample)],
    [t('waiting'), number(lot.waiting)],
    [t('agreed'), number(lot.agreed)],
    [t('overturned'), number(lot.overturned)],
  ];
  return (
    <dl className={classes.facts} aria-label={t('numbers')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reviewers({ reviewers }: Pick<Lot, 'reviewers'>) {
  const t = useTranslations('supervision.lots');
  return (
    <section className={classes.part} aria-label={t('reviewers')}>
      <h3 className={classes.heading}>{t('reviewers')}</h3>
      {reviewers.length === 0 ? (
        <p className={classes.quiet}>{t('noReviewers')}</p>
      ) : (
        <div className={classes.scroll}>
          <Table aria-label={t('reviewers')}>
            <Table.Thead>
              <Table.Tr>
                {[t('reviewer'), t('columns.approved'), t('drawn'), t('agreed'), t('overturned')].map((head) => (
                  <Table.Th key={head} scope="col">
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {reviewers.map(({ person, ...counts }) => (
                <Table.Tr key={person?.id ?? 0}>
                  <Table.Th scope="row">
                    <bdi>{person ? personName(person) : t('nobody')}</bdi>
                  </Table.Th>
                  <Table.Td>
                    <Num value={counts.approved} />
                  </Table.Td>
                  <Table.Td>
                    <Num value={counts.drawn} />
                  </Table.Td>
                  <Table.Td>
                    <Num value={counts.agreed} />
                  </Table.Td>
                  <Table.Td>
                    <Num value={counts.overturned} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

export function LotCard({ id }: { id: number }) {
  const t = useTranslations('supervision.lots');
  const { date } = useFormat();
  const read = useRead(api.supervision.lot, { params: { id } });
  const lot = read.data;
  if (read.error && !lot) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!lot) return <ListSkeleton rows={6} />;
  const who = isolate(lot.user ? personName(lot.user) : t('nobody'));
  return (
    <div className={classes.card}>
      <LotState lot={lot} />
      <p className={classes.quiet}>
        {lot.until
          ? t('period', { from: date(lot.date, 'datetime'), to: date(lot.until, 'datetime') })
          : t('since', { from: date(lot.date, 'datetime') })}
        {' · '}
        {who}
      </p>
      <Numbers lot={lot} />
      {lot.waiting > 0 && (
        <Button
          component={Link}
          href={`${href('supervisionLayerData', { id: lot.layer })}?state=first`}
          prefetch={false}
          variant="default"
        >
          {t('toQueue')}
        </Button>
      )}
      <Reviewers reviewers={lot.reviewers} />
      <Seed seed={lot.seed} />
    </div>
  );
}
