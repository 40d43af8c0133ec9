// Keeps the theme under the product's own name in local storage: `theme` is "dark-indigo" or "light".
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

export const THEME_KEY = 'theme';
export const DARK_NAME = 'dark-indigo';

const schemeOf = (stored: string | null, fallback: MantineColorScheme): MantineColorScheme =>
  stored === 'light' ? 'light' : stored === DARK_NAME ? 'dark' : fallback;

/** Mantine's colour scheme on top of the stored theme name; other tabs follow. */
export function themeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      try {
        return schemeOf(localStorage.getItem(THEME_KEY), fallback);
      } catch {
        return fallback;
      }
    },
    set: (value) => {
      try {
        localStorage.setItem(THEME_KEY, value === 'light' ? 'light' : DARK_NAME);
      } catch {
        // A browser without storage shows the choice until the page is left.
      }
    },
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.key === THEME_KEY) onUpdate(schemeOf(event.newValue, 'dark'));
      };
      addEventListener('storage', listener);
    },
    unsubscribe: () => listener && removeEventListener('storage', listener),
    clear: () => localStorage.removeItem(THEME_KEY),
  };
}
