// Asks, then opens a view of the product as somebody else sees it: the whole page becomes theirs, for reading.
'use client';
import { useTranslations } from 'next-intl';
import { api } from '../contract/index';
import type { SeeAs } from '../contract/schemas/session';
import { useWrite } from '../lib/api/hooks';
import { href } from '../lib/routes/rules';
import { useAction } from './feedback/use-action';

/** Whom or what to see as, and its name. */
export type SeeAsTarget = Pick<SeeAs, 'user' | 'role' | 'region'> & { name: string };

/** `run` asks and leaves the page; the browser asks about what was not saved in it. */
export function useSeeAs() {
  const t = useTranslations('common.seeAs');
  const open = useWrite(api.session.seeAs);
  return useAction(
    async ({ name: _, ...target }: SeeAsTarget) => {
      await open.mutateAsync({ body: target });
      location.assign(href('home'));
    },
    { confirm: ({ name }) => ({ title: t('title', { name }), text: t('text'), confirm: t('open') }) },
  );
}
