// The colours of the surfaces, measured: words, edges and steps can be told apart in both themes (WCAG 1.4.3 and 1.4.11).
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables, theme } from './theme';

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const share = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const whole = mergeMantineTheme(DEFAULT_THEME, theme);
const variables = cssVariables(whole);

describe.each(['dark', 'light'] as const)('the %s theme', (scheme) => {
  const values: Record<string, string> = { ...variables[scheme] };
  const value = (name: string) => values[name] ?? '';
  const surfaces = [0, 1, 2].map((step) => value(`--surface-${step}`));

  it('has three surfaces that can be told apart', () => {
    const [low = '', middle = '', high = ''] = surfaces;
    expect(contrast(low, middle)).toBeGreaterThan(1.1);
    expect(contrast(middle, high)).toBeGreaterThan(1.2);
  });

  it('has quiet words that can be read and edges that can be seen on each of them', () => {
    for (const surface of surfaces) {
      for (const name of ['--mantine-color-dimmed', '--accent-text', '--mantine-color-error'])
        expect(contrast(value(name), surface), `${name} on ${surface}`).toBeGreaterThan(4.5);
      expect(contrast(value('--input-edge'), surface), `edge on ${surface}`).toBeGreaterThan(3);
    }
  });

  it('has white words on what is dangerous', () => {
    const shade = whole.primaryShade as { light: number; dark: number };
    expect(contrast(whole.colors.red[shade[scheme]] ?? '', '#ffffff')).toBeGreaterThan(4.5);
  });
});
