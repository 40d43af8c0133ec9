// The names of rings say what they are drawn from.
import { describe, expect, it } from 'vitest';
import { arcPath, readRingId, ringArcs } from './ring-image';

describe('rings', () => {
  it('are read from their names, without the classes that nothing has', () => {
    expect(readRingId('ring:#ffffff;#aa0000=3;#00bb00=0;#0000cc=1')).toEqual({
      middle: '#ffffff',
      parts: [
        { color: '#aa0000', count: 3 },
        { color: '#0000cc', count: 1 },
      ],
    });
    expect([readRingId('icon:home'), readRingId('ring:red;#aa0000=1')]).toEqual([null, null]);
  });
  it('give each class its share of the whole turn', () => {
    const arcs = ringArcs([
      { color: '#aa0000', count: 3 },
      { color: '#00bb00', count: 1 },
    ]);
    expect(arcs.map(({ to, from }) => (to - from) / (2 * Math.PI))).toEqual([0.75, 0.25]);
    expect(arcPath(9, 9, 5, 0, 2 * Math.PI)).toMatch(/^M9\.00 0\.00A9 9 0 1 1/);
  });
});
