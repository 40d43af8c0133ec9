// The first step: what runs now, and the plans to choose from.
'use client';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, FormSkeleton } from '@/components/feedback/states';
import { api } from '@/contract';
import type { User } from '@/contract/schemas/session';
import type { Plan } from '@/contract/schemas/subscription';
import { useRead } from '@/lib/api/hooks';
import { toman } from '@/lib/i18n/money';
import { useFormat } from '@/lib/i18n/use-format';
import { findChoice, isSpecial, linesOf, monthsOf, type PlanChoice, paidPlans, sizeOf } from '../logic/plans';
import classes from './subscription.module.css';
import { Usage } from './usage';

function PlanCard({ plan }: { plan: Plan }) {
  const t = useTranslations('subscription');
  const { number, lang } = useFormat();
  const { unit, value } = sizeOf(plan.disk_limit);
  const months = monthsOf(plan.duration);
  return (
    <Radio.Card value={String(plan.id)} className={classes.plan ?? ''} radius="lg">
      <span className={classes.planHead}>
        <bdi>{plan.label}</bdi>
        <Radio.Indicator size="xs" />
      </span>
      <Text size="sm" c="dimmed" component="span">
        {months
          ? t('months', { months: number(months), count: months })
          : t('forDays', { days: number(plan.duration), number: plan.duration })}
      </Text>
      {isSpecial(plan) && <span className={classes.special}>{t('special')}</span>}
      <span className={classes.price}>
        {t('toman', { price: toman(lang, plan.price) })}
        {plan.price < plan.price_org && <s className={classes.before}>{toman(lang, plan.price_org)}</s>}
      </span>
      <span className={classes.lines}>
        {[
          t('layerCount', { count: number(plan.layer_limit), number: plan.layer_limit }),
          t('diskSize', { size: t(unit, { value: number(value, { maximumFractionDigits: 1 }) }) }),
          ...linesOf(plan),
        ].map((line) => (
          <span key={line} className={classes.line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </span>
    </Radio.Card>
  );
}

export interface PlanStepProps {
  user: User;
  choice: PlanChoice;
  onChoose: (choice: PlanChoice) => void;
  onNext: () => void;
}

/** Where a plan is reserved already there is nothing to choose. */
export function PlanStep({ user, choice, onChoose, onNext }: PlanStepProps) {
  const t = useTranslations('subscription');
  const { data, error, refetch } = useRead(api.subscription.plans, {});
  const plans = data && paidPlans(data);
  const standing = plans ? findChoice(plans, choice.id) : null;
  const next = () => {
    if (!standing?.id) return;
    onChoose(standing);
    onNext();
  };
  return (
    <Stack gap="md">
      <Usage user={user} />
      {user.reserved_plan === null && (
        <>
          {error && !plans && <ErrorState error={error} retry={() => void refetch()} />}
          {!error && !plans && <FormSkeleton fields={3} />}
          {plans?.length === 0 && <EmptyState title={t('noPlans')} noAct="final" />}
          {plans && plans.length > 0 && (
            <Radio.Group
              aria-label={t('plans')}
              value={standing?.id ? String(standing.id) : null}
              onChange={(id) => onChoose(findChoice(plans, Number(id)))}
            >
              <div className={classes.plans}>
                {plans.map((plan) => (
                  <PlanCard key={plan.id} plan={plan} />
                ))}
              </div>
            </Radio.Group>
          )}
          <Text size="sm" c="dimmed">
            {t('sizing')}
          </Text>
          <Group justify="flex-end">
            <Button disabled={!standing?.id} onClick={next}>
              {t('select')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
