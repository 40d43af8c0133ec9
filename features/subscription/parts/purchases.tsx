// What was paid for plans, the newest first, each with its receipt.
'use client';
import { Badge, Button } from '@mantine/core';
import { IconReceipt, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Pager } from '@/components/collection/pager';
import { ErrorState } from '@/components/feedback/states';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import type { Purchase } from '@/contract/schemas/subscription';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';
import { useRead } from '@/lib/api/hooks';
import { toman } from '@/lib/i18n/money';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { numberWords } from '../logic/number-words';
import { receiptOf } from '../logic/receipt';
import classes from './subscription.module.css';

const SIZE = 25;
const COLOURS = { paid: 'green', pending: 'yellow', failed: 'gray' } as const;
/** The call of another upstream that has none. */
const NOT_THERE = 404;

function usePrices() {
  const t = useTranslations('subscription');
  const { lang, number } = useFormat();
  return {
    inToman: (rials: number) => t('toman', { price: toman(lang, rials) }),
    inRials: (rials: number) => t('purchases.rials', { amount: number(rials) }),
  };
}

/** Prints the receipt of a payment as a PDF. */
function useReceipt(user: User, planOf: (purchase: Purchase) => string) {
  const t = useTranslations('subscription.purchases');
  const { lang, date, number } = useFormat();
  const { inToman, inRials } = usePrices();
  const words = {
    ones: t('words.ones'),
    tens: t('words.tens'),
    hundreds: t('words.hundreds'),
    scales: t('words.scales'),
    and: t('words.and'),
  };
  return useAction(async (purchase: Purchase) => {
    const sheet = receiptOf(purchase, {
      title: t('receipt.title'),
      place: location.host,
      buyer: `${personName(user)} (${user.username})`,
      plan: planOf(purchase),
      date: (iso) => date(iso, 'datetime'),
      rials: inRials,
      toman: inToman,
      words: (amount) => t('rials', { amount: numberWords(amount, words) }),
      heading: (part) => t(`receipt.${part}`),
      label: (row) => t(`receipt.rows.${row}`),
    });
    const title = t('receipt.title');
    // The map's code, which sets pages too, is fetched when a receipt is wanted.
    const { printRecords } = await import('@/map');
    const blob = await printRecords(
      {
        sheets: (async function* () {
          yield sheet;
        })(),
        layers: [],
        lang: lang === 'fa' ? 'fa' : 'en',
        title,
        note: () => '',
        page: (page, of) => t('receipt.page', { page: number(page), of: number(of) }),
        pictures: '',
        paper: 'A5',
      },
      () => {},
      new AbortController().signal,
    );
    saveFile(blob, `${title} ${purchase.id}.pdf`);
  });
}

interface RowProps {
  purchase: Purchase;
  plan: string;
  onReceipt: () => void;
  onCheck: () => Promise<unknown>;
}

function Row({ purchase, plan, onReceipt, onCheck }: RowProps) {
  const t = useTranslations('subscription.purchases');
  const { date } = useFormat();
  const { inToman } = usePrices();
  const { state, amount, discount, created, ref_id } = purchase;
  const check = useAction(onCheck);
  return (
    <li>
      <span className={classes.purchaseText}>
        <bdi>{plan}</bdi>
        <time dateTime={created}>{date(created, 'datetime')}</time>
      </span>
      <span className={classes.purchaseText}>
        <span>{inToman(amount)}</span>
        {discount > 0 && <span>{t('discounted', { amount: inToman(discount) })}</span>}
        {ref_id && (
          <span>
            <bdi dir="ltr">{ref_id}</bdi>
          </span>
        )}
      </span>
      <Badge variant="light" color={COLOURS[state]}>
        {t(`states.${state}`)}
      </Badge>
      {state === 'paid' && (
        <Button variant="default" size="compact-sm" leftSection={<IconReceipt size={16} />} onClick={onReceipt}>
          {t('receipt.get')}
        </Button>
      )}
      {state === 'pending' && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={16} />}
          loading={check.isBusy}
          onClick={() => void check.run(undefined)}
        >
          {t('check')}
        </Button>
      )}
    </li>
  );
}

/** Nothing where nothing was bought yet, or the server has no such list. */
export function Purchases({ user }: { user: User }) {
  const t = useTranslations('subscription.purchases');
  const { digits } = useFormat();
  const [page, setPage] = useState(1);
  const query = { limit: SIZE, offset: (page - 1) * SIZE };
  const read = useRead(api.subscription.purchases, { query }, { keep: true });
  const plans = useRead(api.subscription.plans, {}).data;
  const planOf = ({ plan }: Purchase) => plans?.find(({ id }) => id === plan)?.label ?? t('plan', { id: digits(plan) });
  const receipt = useReceipt(user, planOf);
  const { data, error } = read;
  if (!data)
    return error && error.status !== NOT_THERE ? <ErrorState error={error} retry={() => void read.refetch()} /> : null;
  if (data.count === 0) return null;
  return (
    <section className={classes.usage} aria-label={t('title')}>
      <header className={classes.usageHead}>
        <h3>{t('title')}</h3>
      </header>
      <ul className={classes.purchases}>
        {data.results.map((purchase) => (
          <Row
            key={purchase.id}
            purchase={purchase}
            plan={planOf(purchase)}
            onReceipt={() => void receipt.run(purchase)}
            onCheck={() =>
              call(api.subscription.payment, { params: { payment: purchase.id } }).then(() => read.refetch())
            }
          />
        ))}
      </ul>
      {data.count > SIZE && (
        <Pager page={page} size={SIZE} rowCount={data.results.length} count={data.count} onPage={setPage} />
      )}
    </section>
  );
}
