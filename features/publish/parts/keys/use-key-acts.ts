// What is done with a key at once, after a question: a new secret, and its end.
'use client';
import { useTranslations } from 'next-intl';
import { useAction } from '@/components/feedback/use-action';
import type { PublishKey } from '@/contract/schemas/publish/key';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';

type KeyName = Pick<PublishKey, 'id' | 'label' | 'last_used'>;

interface KeyCalls<S> {
  rotate: (id: string) => Promise<S>;
  revoke: (id: string) => Promise<unknown>;
  /** Is given a new secret. */
  onSecret: (key: S) => void;
}

export function useKeyActs<S>({ rotate, revoke, onSecret }: KeyCalls<S>) {
  const t = useTranslations('publish.keys');
  const { date } = useFormat();
  const name = ({ label }: KeyName) => ({ name: isolate(label) });
  const rotating = useAction(({ id }: KeyName) => rotate(id), {
    confirm: (key) => ({ title: t('rotateTitle', name(key)), text: t('rotateText'), confirm: t('rotate') }),
  });
  const revoking = useAction(({ id }: KeyName) => revoke(id), {
    confirm: (key) => ({
      title: t('revokeTitle', name(key)),
      text: t('revokeText', {
        use: key.last_used ? t('revokeUse', { when: date(key.last_used, 'relative') }) : t('revokeUnused'),
      }),
      confirm: t('revoke'),
      danger: true,
    }),
    done: (_, key) => t('revoked', name(key)),
  });
  return {
    rotate: (key: KeyName) => void rotating.run(key).then((next) => next && onSecret(next)),
    revoke: (key: KeyName) => void revoking.run(key),
  };
}
