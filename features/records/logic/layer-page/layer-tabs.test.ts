import { expect, it } from 'vitest';
import { tabFrom, tabsOf } from './layer-tabs';

it('opens the tab that the address names, and the data where the layer has no such tab', () => {
  expect(tabFrom('about', 1)).toBe('about');
  expect(tabFrom('map', 1)).toBe('map');
  expect(tabFrom('map', 0)).toBe('data');
  expect(tabFrom('constructor', 1)).toBe('data');
  expect(tabFrom(null, 1)).toBe('data');
  expect(tabsOf(0)).not.toContain('map');
});
