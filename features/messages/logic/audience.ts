// Whom a notice is for, as its form holds it. Pure.
import type { Audience } from '@/contract/schemas/message';

export interface AudienceValues {
  users: readonly number[];
  roles: readonly number[];
  regions: readonly number[];
  projects: readonly number[];
  online: boolean;
  /** The notice whose readers are left out. */
  unreadOf: number | null;
  except: readonly number[];
}

export const NOBODY: AudienceValues = {
  users: [],
  roles: [],
  regions: [],
  projects: [],
  online: false,
  unreadOf: null,
  except: [],
};

/** The audience on the wire; null while it names nobody. */
export function toAudience({ online, unreadOf, except, ...lists }: AudienceValues): Audience | null {
  const named = Object.entries(lists).filter(([, ids]) => ids.length > 0);
  if (named.length === 0 && !online && unreadOf === null) return null;
  return {
    ...Object.fromEntries(named.map(([name, ids]) => [name, [...ids]])),
    ...(online ? { online } : {}),
    ...(unreadOf === null ? {} : { unread_of: unreadOf }),
    ...(except.length > 0 ? { except: [...except] } : {}),
  };
}

/** What is on the wire as its form holds it. */
export const fromAudience = ({ unread_of, ...audience }: Audience): AudienceValues => ({
  ...NOBODY,
  ...Object.fromEntries(Object.entries(audience).filter(([, value]) => value !== undefined)),
  unreadOf: unread_of ?? null,
});

/** Ids of an address ("12,15"). */
export const idsOf = (text: string | null): number[] =>
  (text ?? '').split(',').flatMap((part) => (/^\d{1,9}$/.test(part) ? Number(part) : []));
