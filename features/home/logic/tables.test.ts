// Tabs of tables: opened once, brought forward, closed, and never too many.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_TABS, useTables } from './tables';

const now = () => useTables.getState();
const front = () => now().recentIds.at(-1);

describe('tables below the map', () => {
  beforeEach(() => now().closeAll());

  test('what is open already comes forward', () => {
    now().open({ layer: 1 });
    now().open({ layer: 1, filter: { ids: '4,5' }, title: 'found' });
    now().open({ layer: 1 });
    expect(now().tabs.map(({ kind }) => kind)).toEqual(['attributes', 'identify']);
    expect(front()).toBe('1/{}');
    now().close('1/{}');
    expect(front()).toContain('ids');
  });

  test('kinds are told by their filters', () => {
    now().open({ layer: 1, filter: { filter_query: '{}' } });
    now().toggleHome();
    expect(now().tabs.map(({ kind }) => kind)).toEqual(['search', 'home']);
    now().toggleHome();
    expect(now().tabs.map(({ kind }) => kind)).toEqual(['search']);
  });

  test('the one not looked at for longest gives way, and the front is always there', () => {
    const step = fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((layer) => () => now().open({ layer })),
      fc.integer({ min: 1, max: 9 }).map((layer) => () => now().close(`${layer}/{}`)),
      fc.constant(() => now().toggleHome()),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        now().closeAll();
        for (const run of steps) {
          run();
          expect(now().tabs.length).toBeLessThanOrEqual(MAX_TABS);
          expect([...now().recentIds].sort()).toEqual(
            now()
              .tabs.map(({ id }) => id)
              .sort(),
          );
        }
      }),
    );
  });
});
