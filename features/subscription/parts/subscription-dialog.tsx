// The subscription in two steps: which plan, then paying for it.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { FormSkeleton } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { FIRST_CHOICE, type PlanChoice } from '../logic/plans';
import { PayStep } from './pay-step';
import { PlanStep } from './plan-step';

export interface SubscriptionDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** A closed dialog forgets its step, its code and its error this much later, when nobody sees it go back. */
const FORGET_MS = 1_000;

/** The default export is for lazy loading. */
export default function SubscriptionDialog({ opened, onClose }: SubscriptionDialogProps) {
  const t = useTranslations('subscription');
  const user = useRead(api.session.user, {}).data;
  const [choice, setChoice] = useState<PlanChoice>(FIRST_CHOICE);
  const [paying, setPaying] = useState(false);
  useEffect(() => {
    if (opened) return;
    const timer = setTimeout(() => {
      setPaying(false);
      setChoice(FIRST_CHOICE);
    }, FORGET_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  const title = t(user?.current_plan ? 'renew' : 'upgrade');
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={paying ? 480 : 720}>
      {!user ? (
        <FormSkeleton />
      ) : paying ? (
        <PayStep choice={choice} onBack={() => setPaying(false)} />
      ) : (
        <PlanStep user={user} choice={choice} onChoose={setChoice} onNext={() => setPaying(true)} />
      )}
    </Dialog>
  );
}
