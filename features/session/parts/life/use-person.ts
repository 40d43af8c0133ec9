// Whose session this is, as the pages show them; and their record for the next visit.
'use client';
import { useEffect, useMemo, useRef } from 'react';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { saveRecord } from '../../logic/user-record';

export interface Person {
  id: number;
  username: string;
  /** Full name; the user name where there is none. */
  name: string;
  /** An address that this tab may show; null for none. */
  image: string | null;
  signedUp: boolean;
  /** Days that are left of the plan; null while unknown and without one. */
  planDays: number | null;
}

/** `isShown` turns true once something of the person's is on screen. `isViewed`: somebody else looks, and nothing of it stays here. */
export function usePerson(signedIn: { id: number; username: string }, isViewed: boolean) {
  const user = useRead(api.session.user, {}).data;
  const picture = useRead(
    api.users.image,
    { params: { id: signedIn.id } },
    { enabled: Boolean(user?.image), staleTime: Number.POSITIVE_INFINITY },
  ).data;
  const image = useObjectUrl(user?.image ? picture : null);
  const isShown = useRef(false);

  const person = useMemo<Person>(() => {
    const { id, username } = signedIn;
    return {
      id,
      username,
      name: user ? personName(user) : username,
      image,
      signedUp: user?.is_signed_up ?? false,
      planDays: user?.plan_remaining_days ?? null,
    };
  }, [signedIn, user, image]);

  useEffect(() => {
    if (!user) return;
    isShown.current = true;
    if (isViewed) return;
    const { id, username, name } = person;
    void saveRecord({ id, username, name, image: user.image, modules: user.modules.map((one) => one.modules__id) });
  }, [user, person, isViewed]);
  return { person, isShown };
}
