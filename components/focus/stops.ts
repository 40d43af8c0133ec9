// Where the keyboard can stop, as far as scripts can tell.

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';
const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea';

export const isShown = (element: Element): boolean =>
  element.isConnected &&
  !element.closest('[hidden], [inert]') &&
  // jsdom lays nothing out.
  (typeof element.checkVisibility !== 'function' || element.checkVisibility({ visibilityProperty: true }));

export const isUsable = (element: Element): boolean => !element.matches(':disabled') && isShown(element);

/** Whether Tab would stop there; a field that would bring up a telephone's keyboard is passed over. */
const isStop = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  isUsable(element) &&
  element.tabIndex >= 0 &&
  !(element.matches(TYPED) && typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches);

/** The stops of an element in document order, itself among them. */
export const stopsIn = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll(CONTROLS)].filter((one) => one.matches(CONTROLS)).filter(isStop);
