// The wish for a direction, as a cookie holds it.
import { expect, it } from 'vitest';
import { directionFor } from '@/lib/i18n/lang';
import { wantedOf } from './direction';

it('follows the language unless the person wants it otherwise', () => {
  expect(wantedOf('lang=fa; dir=ltr; frame=op')).toBe('ltr');
  expect(wantedOf('dir=rtl')).toBe('rtl');
  for (const odd of ['', 'dir=', 'dir=up', 'xdir=ltr', 'dir=language']) expect(wantedOf(odd)).toBe('language');
  expect([directionFor('fa', undefined), directionFor('en', undefined)]).toEqual(['rtl', 'ltr']);
  expect([directionFor('fa', 'ltr'), directionFor('en', 'rtl'), directionFor('en', 'language')]).toEqual([
    'ltr',
    'rtl',
    'ltr',
  ]);
});
