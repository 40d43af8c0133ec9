// The second step: what it costs, a discount code, the terms, and on to the card provider.
'use client';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { SubmitEvent } from 'react';
import { TermsField } from '@/components/form/terms-field';
import { toman } from '@/lib/i18n/money';
import { useFormat } from '@/lib/i18n/use-format';
import { monthsOf, type PlanChoice } from '../logic/plans';
import classes from './subscription.module.css';
import { usePayment } from './use-payment';

const TERMS = ['months', 'refund', 'kept', 'size', 'owned'] as const;

/** What it costs; `newPrice` with a discount code. */
function Sum({ choice, newPrice }: { choice: PlanChoice; newPrice: number | null }) {
  const t = useTranslations('subscription');
  const { number, lang } = useFormat();
  const money = (rials: number) => t('toman', { price: toman(lang, rials) });
  const months = monthsOf(choice.duration);
  return (
    <dl className={classes.sum}>
      <dt>{t('duration')}</dt>
      <dd>
        {months
          ? t('months', { months: number(months), count: months })
          : t('forDays', { days: number(choice.duration), number: choice.duration })}
      </dd>
      {newPrice !== null && (
        <>
          <dt>{t('price')}</dt>
          <dd>
            <s>{money(choice.price)}</s>
          </dd>
        </>
      )}
      <dt>{t('toPay')}</dt>
      <dd>{money(newPrice ?? choice.price)}</dd>
    </dl>
  );
}

/** Going back throws code, discount and error away: they live here. */
export function PayStep({ choice, onBack }: { choice: PlanChoice; onBack: () => void }) {
  const t = useTranslations('subscription');
  const common = useTranslations('common');
  const { lang } = useFormat();
  const pay = usePayment(choice.id);
  const money = (rials: number) => t('toman', { price: toman(lang, rials) });
  const check = (event: SubmitEvent) => {
    event.preventDefault();
    void pay.check();
  };
  return (
    <Stack gap="md">
      <Sum choice={choice} newPrice={pay.discount?.newPrice ?? null} />
      <form className={classes.code} onSubmit={check} noValidate inert={pay.paying}>
        <TextInput
          label={t('code')}
          value={pay.code}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => pay.setCode(event.currentTarget.value)}
          error={pay.refused || undefined}
        />
        <Button
          type="submit"
          variant="default"
          disabled={pay.code.trim() === '' || pay.checking}
          loading={pay.checking}
        >
          {t('apply')}
        </Button>
      </form>
      <div aria-live="polite">
        {pay.discount && (
          <Text size="sm" c="var(--mantine-color-green-light-color)">
            {t('applied', { amount: money(pay.discount.discount) })}
          </Text>
        )}
      </div>
      <TermsField
        label={t('accept')}
        checked={pay.agreed}
        onChange={pay.setAgreed}
        read={t('readTerms')}
        title={t('terms.title')}
        terms={TERMS.map((one) => t(`terms.${one}`))}
        agree={t('terms.agree')}
      />
      <Text size="sm" c="dimmed">
        {t('gateway')}
      </Text>
      {pay.error && (
        <Alert color="red" variant="light" p="xs" role="alert">
          {pay.error}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="default" disabled={pay.paying} onClick={onBack}>
          {common('back')}
        </Button>
        <Button disabled={!pay.agreed || pay.paying} loading={pay.paying} onClick={() => void pay.pay()}>
          {t('pay')}
        </Button>
      </Group>
    </Stack>
  );
}
