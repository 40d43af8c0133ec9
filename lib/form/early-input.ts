// What somebody types into a page of the server before React has its fields. React takes such a page as it was sent: it leaves the
// text in the field, tells no one of it, and writes its own, empty value over it as soon as the form is drawn again.

type Field = HTMLInputElement | HTMLTextAreaElement;
type Content = string | boolean;

/** React's own note, on the element, of the value that it last knew: there once React has the field. */
type Tracker = { getValue: () => string; setValue: (value: string) => void };
const trackerOf = (field: Field) => (field as Field & { _valueTracker?: Tracker })._valueTracker;

/** A value that no field has: React, once it listens, takes whatever stands there for news. */
const NOBODYS = '\u0000';

const PAUSE_MS = 50;
/** A field that is nobody's for so long is none of React's. */
const LIMIT_MS = 60_000;

const hasChoice = (field: Field) => field.type === 'checkbox' || field.type === 'radio';
const contentOf = (field: Field): Content => (hasChoice(field) ? (field as HTMLInputElement).checked : field.value);
const defaultOf = (field: Field): Content =>
  hasChoice(field) ? (field as HTMLInputElement).defaultChecked : field.defaultValue;

function toField(target: unknown): Field | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && target.type !== 'file' ? target : null;
}

/** Writes as a hand would: past the setter by which React notes its own writing. */
function write(field: Field, content: Content) {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, hasChoice(field) ? 'checked' : 'value')?.set?.call(field, content);
}

/** Puts the content in again and tells React; false as long as React does not listen to the field yet. */
function repeat(field: Field, content: Content): boolean {
  const tracker = trackerOf(field);
  if (!tracker) return false;
  write(field, content);
  tracker.setValue(NOBODYS);
  // Not a click of the mouse, which would tick again.
  field.dispatchEvent(new Event(hasChoice(field) ? 'click' : 'input', { bubbles: true }));
  return tracker.getValue() !== NOBODYS;
}

/**
 * Keeps what is typed and ticked before the code of a page has its fields, and hands it to the fields' own handlers once they are there.
 * Begun once, before React. What is typed after that comes by the usual way and counts more. Answers how to end it.
 */
export function keepEarlyInput(): () => void {
  const early = new Map<Field, { content: Content; since: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function handOver() {
    timer = undefined;
    for (const [field, { content, since }] of early)
      if (!field.isConnected || repeat(field, content) || Date.now() - since > LIMIT_MS) early.delete(field);
    if (early.size > 0) timer = setTimeout(handOver, PAUSE_MS);
  }
  function note(field: Field) {
    // At the end, also where it was there: they are handed over in the order in which they were left.
    early.delete(field);
    early.set(field, { content: contentOf(field), since: Date.now() });
    timer ??= setTimeout(handOver, PAUSE_MS);
  }
  function onInput({ target, isTrusted }: Event) {
    const field = toField(target);
    if (!field) return;
    if (!trackerOf(field)) note(field);
    else if (isTrusted) early.delete(field);
  }

  for (const element of document.querySelectorAll('input, textarea')) {
    const field = toField(element);
    // Of a group, the choice that was taken is news, not the one that was left.
    const isLeft = field?.type === 'radio' && !contentOf(field);
    if (field && !isLeft && contentOf(field) !== defaultOf(field)) note(field);
  }
  document.addEventListener('input', onInput, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    clearTimeout(timer);
  };
}
