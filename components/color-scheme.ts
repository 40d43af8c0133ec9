// The theme in local storage under the product's own name: `theme` is "dark-indigo", "light-teal" and so on, shade and colour together.
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

export const THEME_KEY = 'theme';
/** The colours of whatever is chosen, pressed or linked; their values stand in app/globals.css. */
export const ACCENTS = ['indigo', 'teal', 'plum'] as const;
export type Accent = (typeof ACCENTS)[number];
/** `auto` goes with the system. */
export const SHADES = ['dark', 'light', 'auto'] as const;
export type Shade = (typeof SHADES)[number];

export interface ThemeChoice {
  shade: Shade;
  accent: Accent;
}

const STANDARD: ThemeChoice = { shade: 'dark', accent: 'indigo' };
const DATA = 'accent';

/** A stored name; the product's standard where it is none of ours. "light" alone is the light standard. */
export function themeOf(stored: string | null): ThemeChoice {
  const [shade, accent = 'indigo', ...more] = (stored ?? '').split('-');
  const accentName = ACCENTS.find((one) => one === accent);
  const shadeName = SHADES.find((one) => one === shade);
  return shadeName && accentName && !more.length ? { shade: shadeName, accent: accentName } : STANDARD;
}

const nameOf = ({ shade, accent }: ThemeChoice): string => `${shade}-${accent}`;

function read(): ThemeChoice {
  try {
    return themeOf(localStorage.getItem(THEME_KEY));
  } catch {
    return STANDARD;
  }
}

function keep(change: Partial<ThemeChoice>): void {
  try {
    localStorage.setItem(THEME_KEY, nameOf({ ...read(), ...change }));
  } catch {
    // A browser without storage shows the choice until the page is left.
  }
}

function show(accent: Accent): void {
  if (accent === 'indigo') delete document.documentElement.dataset[DATA];
  else document.documentElement.dataset[DATA] = accent;
}

/** The colour that the page shows now. */
export const shownAccent = (): Accent =>
  ACCENTS.find((one) => one === document.documentElement.dataset[DATA]) ?? 'indigo';

/** Shows a colour from now on. */
export function chooseAccent(accent: Accent): void {
  keep({ accent });
  show(accent);
}

/** Sets both before the first paint. Runs as it stands, so it uses nothing that an old browser would stumble over. */
export const THEME_SCRIPT = `(function(){var t=null;try{t=localStorage.getItem('${THEME_KEY}')}catch(e){}
var m=/^(${SHADES.join('|')})(?:-(${ACCENTS.join('|')}))?$/.exec(t||'')||[0,'dark'],h=document.documentElement,s=m[1];
if(s==='auto')s=window.matchMedia&&matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
h.setAttribute('data-mantine-color-scheme',s);if(m[2]&&m[2]!=='indigo')h.setAttribute('data-${DATA}',m[2])})()`;

/** Mantine's colour scheme on top of the stored theme name; other tabs follow, in colour too. */
export function themeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      try {
        return localStorage.getItem(THEME_KEY) === null ? fallback : read().shade;
      } catch {
        return fallback;
      }
    },
    set: (value: MantineColorScheme) => keep({ shade: value }),
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.key !== THEME_KEY) return;
        const { shade, accent } = themeOf(event.newValue);
        show(accent);
        onUpdate(shade);
      };
      addEventListener('storage', listener);
    },
    unsubscribe: () => listener && removeEventListener('storage', listener),
    clear: () => localStorage.removeItem(THEME_KEY),
  };
}
