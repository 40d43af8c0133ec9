// The granted rights as the screens use them: comma lists become numbers and names.
import type { Who } from '@/lib/routes/rules';

/** What the sealed answer of sign-in and renewal carries. */
interface Granted {
  modules: string;
  custom_perms: string;
  is_superuser: boolean;
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isGranted = (value: unknown): value is Granted => {
  const given = value as Partial<Granted> | null;
  return (
    typeof given?.modules === 'string' &&
    typeof given.custom_perms === 'string' &&
    typeof given.is_superuser === 'boolean'
  );
};

/** Rights from an opened answer; null where it is something else. */
export const whoOf = (opened: unknown): Who | null =>
  isGranted(opened)
    ? {
        modules: list(opened.modules).map(Number).filter(Number.isInteger),
        perms: list(opened.custom_perms),
        superuser: opened.is_superuser,
      }
    : null;
