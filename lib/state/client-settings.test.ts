// The cookie of the frame: what is written is read again, and nothing odd breaks a page.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frameOf, frameText } from './client-settings';

it('keeps both choices', () => {
  for (const navCollapsed of [true, false, null])
    for (const drawerType of ['permanent', 'temporary'] as const)
      expect(frameOf(frameText({ navCollapsed, drawerType }))).toEqual({ navCollapsed, drawerType });
});

it('is a permanent menu that goes by the screen for whatever else a browser may send', () => {
  const plain = { navCollapsed: null, drawerType: 'permanent' };
  expect(frameOf(undefined)).toEqual(plain);
  fc.assert(
    fc.property(
      fc.string().filter((text) => !/^[ocs][pt]$/.test(text)),
      (text) => {
        expect(frameOf(text)).toEqual(plain);
      },
    ),
  );
});
