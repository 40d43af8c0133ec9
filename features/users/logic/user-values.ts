// The values of an account's form, and the body that they become. Pure.
import type { User } from '@/contract/schemas/session';
import type { Standing } from '@/lib/form/use-resource-form';

const EMPTY = {
  username: '',
  password: '',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  /** A data address, the server's path of the picture that is kept, or null. */
  image: null as string | null,
  groups: [] as number[],
  regions: [] as number[],
  workdays: [] as number[],
  is_superuser: false,
  must_change_password: false,
};
export type UserValues = typeof EMPTY;
/** A new person knows a password that somebody else has made: they change it first. */
export const NEW_USER: Standing<UserValues> = { values: { ...EMPTY, must_change_password: true }, etag: null };

export function toStanding({ body, etag }: { body: User; etag: string | null }): Standing<UserValues> {
  const user = { ...body, password: '', must_change_password: body.must_change_password ?? false };
  const names = Object.keys(EMPTY) as (keyof UserValues)[];
  return { values: Object.fromEntries(names.map((name) => [name, user[name]])) as UserValues, etag };
}

/** What is sent. Nobody but superusers may name `is_superuser`; a new account has no picture to take away, an old one keeps its password. */
export function toBody(fields: Partial<UserValues>, isNew: boolean, isSuperuser: boolean): object {
  const { image, is_superuser, password, ...rest } = fields;
  return {
    ...rest,
    ...(image === undefined || (isNew && image === null) ? {} : { image }),
    ...(isSuperuser && is_superuser !== undefined ? { is_superuser } : {}),
    ...(isNew || password ? { password: password ?? '' } : {}),
  };
}
