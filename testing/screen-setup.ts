// What a page needs before a screen can stand in jsdom: Next's router, the observers and measures that jsdom lacks, and a clean page after each test.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { closeWorld, resetScreen } from './render-screen';

vi.mock('next/navigation', async () => (await import('./screen-router')).navigation);
vi.mock('next/link', async () => ({ default: (await import('./screen-router')).Link }));

// The backend is real, and parts are compiled when they are first asked for: a busy machine is several times slower.
configure({ asyncUtilTimeout: 45_000, getElementError: toShortError });

/** What was not found, and the words that stood there: those of the dialogs where one is open. The whole tree says less in more lines. */
function toShortError(message: string | null): Error {
  const dialogs = [...document.querySelectorAll('[role=dialog]')];
  const places = dialogs.length > 0 ? dialogs : [document.body];
  const words = places.map((place) => `${place.tagName}: ${place.textContent?.slice(0, 1500)}`);
  return Object.assign(new Error([message, ...words].join('\n')), { name: 'TestingLibraryElementError' });
}

const WIDTH = 1440;
const HEIGHT = 900;
Object.assign(window, { innerWidth: WIDTH, innerHeight: HEIGHT });

/** Widths are those of the window; nothing moves; the colours are dark. */
function isMatch(query: string): boolean {
  const max = /max-width:\s*([\d.]+)px/.exec(query);
  const min = /min-width:\s*([\d.]+)px/.exec(query);
  if (max || min) return (!max || WIDTH <= Number(max[1])) && (!min || WIDTH >= Number(min[1]));
  return /prefers-reduced-motion:\s*reduce|prefers-color-scheme:\s*dark|hover:\s*hover|pointer:\s*fine/.test(query);
}
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: isMatch(media),
    onchange: null,
    addListener() {},
    removeListener() {},
  }) as MediaQueryList;

class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
Object.assign(globalThis, { ResizeObserver: StillObserver, IntersectionObserver: StillObserver });
// Everything has a place in the window: what floats beside a thing without one is hidden.
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20);
Object.defineProperties(document.documentElement, { clientWidth: { value: WIDTH }, clientHeight: { value: HEIGHT } });
Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
// Fields that grow with their text measure it again when a font has come.
Object.assign(document, { fonts: new EventTarget() });

// Test files of one process share their modules: what ends with a test or a file is said here, where each file passes.
afterAll(closeWorld);
afterEach(() => {
  cleanup();
  resetScreen();
  localStorage.clear();
  sessionStorage.clear();
});
