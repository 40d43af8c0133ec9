// The granted rights as the screens use them: comma lists become numbers and names.
import type { Who } from '@/lib/routes/rules';

/** What the sealed answer of sign-in and renewal carries. */
interface GrantedRights {
  modules: string;
  custom_perms: string;
  is_superuser: boolean;
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isGranted = (value: unknown): value is GrantedRights => {
  const grants = value as Partial<GrantedRights> | null;
  return (
    typeof grants?.modules === 'string' &&
    typeof grants.custom_perms === 'string' &&
    typeof grants.is_superuser === 'boolean'
  );
};

/** Rights from an opened answer; null where it is something else. */
export const personFromGrants = (opened: unknown): Who | null =>
  isGranted(opened)
    ? {
        modules: list(opened.modules).map(Number).filter(Number.isInteger),
        perms: list(opened.custom_perms),
        superuser: opened.is_superuser,
      }
    : null;
