// Opens a view of the product as somebody else sees it: the whole page becomes theirs, for reading.
'use client';
import { api } from '../../contract/index';
import type { SeeAs } from '../../contract/schemas/session';
import { href } from '../routes/rules';
import { useWrite } from './hooks';

/** Whom or what to see as, and its name. */
export type SeeAsTarget = Pick<SeeAs, 'user' | 'role' | 'region'> & { name: string };

/** Leaves the page for the start screen of that view; the browser asks about what was not saved. Throws where it is refused. */
export function useSeeAs(): (target: SeeAsTarget) => Promise<void> {
  const open = useWrite(api.session.seeAs);
  return async ({ name: _, ...body }) => {
    await open.mutateAsync({ body });
    location.assign(href('home'));
  };
}
