// The card of one's own places. The default export is for lazy loading.
'use client';
import { Button, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { lazyPart } from '@/components/layout/lazy-part';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { OwnTrack } from '@/contract/schemas/tracking';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../tracking.module.css';

const OwnTrackDialog = lazyPart(() => import('./own-track-dialog'));
const PAGE = 10;
/** Another upstream may lack these calls: then there is no card. */
const LACKING = new Set([404, 501]);

export default function OwnCard() {
  const t = useTranslations('tracking.own');
  const { number } = useFormat();
  const { data, error, refetch } = useRead(api.tracking.own, { query: {} });
  const [isOpen, setOpen] = useState(false);
  if (error && LACKING.has(error.status)) return null;
  const hint = data && `${t('hint', { days: number(data.kept_days) })} ${data.workdays.length > 0 ? t('off') : ''}`;
  return (
    <Card
      title={t('title')}
      {...(hint ? { hint } : {})}
      action={data && data.days.length > 0 ? <OpenButton onOpen={() => setOpen(true)} /> : undefined}
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.days.length === 0 && <p className={classes.note}>{t('none')}</p>}
      {data && <Looks />}
      {isOpen && data && (
        <Suspense fallback={null}>
          <OwnTrackDialog own={data as OwnTrack} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function OpenButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('tracking.own');
  return (
    <Button variant="default" aria-haspopup="dialog" onClick={onOpen}>
      {t('open')}
    </Button>
  );
}

function Looks() {
  const t = useTranslations('tracking.own');
  const { date } = useFormat();
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch } = useRead(api.tracking.looks, { query: { limit } }, { keep: true });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} />;
  return (
    <>
      <h3 className={classes.heading}>{t('looks')}</h3>
      {data.results.length === 0 ? (
        <p className={classes.note}>{t('noLooks')}</p>
      ) : (
        <Table aria-label={t('looks')}>
          <Table.Thead>
            <Table.Tr>
              {(['who', 'what', 'when', 'times'] as const).map((column) => (
                <Table.Th key={column} scope="col">
                  {t(`columns.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.results.map(({ id, user, kind, last, times }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <bdi>{personName(user)}</bdi>
                </Table.Td>
                <Table.Td>{t(`kinds.${kind}`)}</Table.Td>
                <Table.Td>{date(last, 'datetime')}</Table.Td>
                <Table.Td>
                  <Num value={times} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data.next && (
        <Button variant="subtle" size="compact-sm" onClick={() => setLimit(limit + 5 * PAGE)}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
