// The second step of a subscription: the discount code, the terms, and the order that sends the browser to the card provider.
'use client';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { useDeployment } from '@/lib/state/deployment';

/** What the server said of a code: amounts in rials. */
export interface Discount {
  code: string;
  newPrice: number;
  discount: number;
}

/** State and acts of paying for one plan. */
export function usePayment(plan: number) {
  const t = useTranslations('subscription');
  const errorText = useErrorText();
  const { gateway } = useDeployment();
  const [code, setCodeText] = useState('');
  const [discount, setDiscount] = useState<Discount | null>(null);
  const [refused, setRefused] = useState('');
  const [checking, setChecking] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [paying, setPaying] = useState(false);
  const [error, setError] = useState('');
  /** Answers of a code that has been changed meanwhile count no more. */
  const turn = useRef(0);

  return {
    code,
    /** Another text is another code: what was said of the former one goes. */
    setCode: (text: string) => {
      turn.current++;
      setCodeText(text);
      setDiscount(null);
      setRefused('');
      setChecking(false);
    },
    discount,
    refused,
    checking,
    agreed,
    setAgreed,
    paying,
    error,
    check: async () => {
      const discountCode = code.trim();
      if (discountCode === '' || checking) return;
      const mine = ++turn.current;
      setChecking(true);
      setRefused('');
      setDiscount(null);
      try {
        const { new_price, discount } = await call(api.subscription.discount, { body: { code: discountCode, plan } });
        if (mine === turn.current) setDiscount({ code: discountCode, newPrice: new_price, discount });
      } catch (failure) {
        // The server's own words, or none; a server that was not reached says nothing of the code.
        const words = failure instanceof CallError && failure.kind !== 'message' ? errorText(failure) : '';
        if (mine === turn.current) setRefused((failure instanceof CallError && failure.detail) || words || ' ');
      }
      if (mine === turn.current) setChecking(false);
    },
    pay: async () => {
      if (!agreed || paying) return;
      setPaying(true);
      setError('');
      try {
        const { redirect_to } = await call(api.subscription.order, {
          body: { plan, payment_gateway: gateway, ...(discount ? { discount_code: discount.code } : {}) },
        });
        const to = URL.canParse(redirect_to) ? new URL(redirect_to) : null;
        if (to?.protocol !== 'https:' && to?.protocol !== 'http:')
          throw new CallError('server', 0, '', 'address', {}, null, null);
        location.assign(to.href);
        // The page goes; until then nothing can be pressed twice.
      } catch (failure) {
        setError(errorText(failure) || t('payFailed'));
        setPaying(false);
      }
    },
  };
}
