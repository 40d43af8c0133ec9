// Numbers of the mobile program's versions: one to four whole numbers with dots between. Pure.
import { toLatin } from '@/lib/i18n/digits';

const VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/;

/** Latin digits; null where it is no version. */
export function readVersion(text: string): string | null {
  const latin = toLatin(text.trim()).replaceAll('٫', '.');
  return VERSION.test(latin) ? latin : null;
}

/** Below zero: `a` is the older one. Missing parts count as zero. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < 4; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
