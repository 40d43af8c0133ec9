// What the form of a notice says on the wire.
import { expect, it } from 'vitest';
import { fromAudience, idsOf, NOBODY, toAudience } from './audience';

it('names what is chosen and nothing else', () => {
  expect(toAudience(NOBODY)).toBeNull();
  expect(toAudience({ ...NOBODY, except: [3] })).toBeNull();
  expect(toAudience({ ...NOBODY, roles: [1, 2], except: [3] })).toEqual({ roles: [1, 2], except: [3] });
  expect(toAudience({ ...NOBODY, online: true })).toEqual({ online: true });
  expect(toAudience({ ...NOBODY, unreadOf: 7 })).toEqual({ unread_of: 7 });
  for (const audience of [
    { roles: [1, 2], except: [3] },
    { online: true, unread_of: 7 },
  ])
    expect(toAudience(fromAudience(audience))).toEqual(audience);
});

it('reads ids of an address, and only ids', () => {
  expect(idsOf('12,x,15,')).toEqual([12, 15]);
  expect(idsOf(null)).toEqual([]);
});
