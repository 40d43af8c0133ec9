// Where the keyboard goes on when what had it is gone: to what stands in its place, else to what led there.
import { isShown, isUsable, stopsIn } from './stops';

/** Whoever closes something has given the focus back by then; in ms. */
const SETTLE_MS = 120;
/** Steps back to what had the focus before. */
const MAX_STEPS = 8;

/** What holds its controls together: beyond it nothing is near. */
const GROUPS =
  'section, form, aside, header, footer, nav, main, table, [role="dialog"], [role="toolbar"], [role="menu"]';
/** An element that had the focus, and what stood beside it and around it, up to its group. */
interface Place {
  element: HTMLElement;
  levels: readonly { parent: Element; after: readonly Element[]; before: readonly Element[] }[];
}

function placeOf(element: HTMLElement): Place {
  const levels: Place['levels'][number][] = [];
  for (let at: Element = element; at.parentElement && at !== document.body; at = at.parentElement) {
    if (at !== element && at.matches(GROUPS)) break;
    const siblings = [...at.parentElement.children];
    const index = siblings.indexOf(at);
    levels.push({
      parent: at.parentElement,
      after: siblings.slice(index + 1),
      before: siblings.slice(0, index).reverse(),
    });
  }
  return { element, levels };
}

/** What follows a vanished element in its group, else what comes before it or has come instead; else the group itself. */
function successorOf({ levels }: Place): HTMLElement | undefined {
  for (const { parent, after, before } of levels) {
    if (parent === document.body || !isShown(parent)) continue;
    const next = after.flatMap(stopsIn)[0] ?? before.flatMap((one) => stopsIn(one).reverse())[0] ?? stopsIn(parent)[0];
    if (next) return next;
    if (parent instanceof HTMLElement && parent.matches(GROUPS) && parent.hasAttribute('tabindex')) return parent;
  }
  return undefined;
}

/** Starts to watch over the focus of the whole page; the returned function ends it. */
export function keepFocus(): () => void {
  let places: Place[] = [];
  /** What works and is out of reach meanwhile. */
  let awaited: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    awaited = null;
    places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, MAX_STEPS);
  };
  const settle = () => {
    timer = undefined;
    const [last, ...earlier] = places;
    if (!last || (document.activeElement !== document.body && document.activeElement !== null)) return;
    if (isUsable(last.element)) {
      // Else somebody has pressed beside it.
      if (awaited === last.element) awaited.focus({ preventScroll: true });
      return;
    }
    if (last.element.isConnected && last.element.closest('[inert]')) {
      awaited = last.element;
      return;
    }
    const next =
      successorOf(last) ??
      earlier.map((place) => (isUsable(place.element) ? place.element : successorOf(place))).find(Boolean) ??
      document.querySelector<HTMLElement>('main h1[tabindex], main[tabindex]');
    next?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(settle, SETTLE_MS);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
    clearTimeout(timer);
  };
}
