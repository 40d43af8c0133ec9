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
/** Content that no handler has taken for so long is none that the field takes. */
const TOLD_MS = 5_000;

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

/** What tells a field from others, also where React makes it anew: not its id or a group's name, which are made up each time. */
const signatureOf = (field: Field) =>
  [
    field.tagName,
    field.type,
    field.getAttribute('aria-label'),
    field.placeholder,
    hasChoice(field) ? field.value : field.name,
  ].join();
const sameFields = (signature: string): Field[] =>
  [...document.querySelectorAll('input, textarea')].flatMap((element) => {
    const field = toField(element);
    return field && signatureOf(field) === signature ? [field] : [];
  });

/** Content that waits for its field, and which of how many alike that is on what page. */
interface Early {
  content: Content;
  /** What stood there when the page came. */
  initial: Content;
  since: number;
  /** When React was told first. */
  toldAt?: number;
  path: string;
  signature: string;
  index: number;
  count: number;
}

/** The field as it stands now: React replaces one that it was told something of before it had it. Null where there is none, or no way to tell. */
function findAgain(field: Field, { path, signature, index, count }: Early): Field | null {
  if (field.isConnected) return field;
  const fields = location.pathname === path ? sameFields(signature) : [];
  return fields.length === count ? (fields[index] ?? null) : null;
}

/**
 * Whether React has the content: a field that it does not write itself, or writes with that or with what a handler made of it. Told of a field
 * that it is still taking over, React calls the handlers and forgets.
 */
function hasTaken(field: Field, { content, initial }: Early): boolean {
  const key = Object.keys(field).find((name) => name.startsWith('__reactProps$'));
  const props = key ? (field as unknown as Record<string, { value?: unknown; checked?: unknown }>)[key] : undefined;
  const value = hasChoice(field) ? props?.checked : props?.value;
  return value === undefined || value === content || value !== initial;
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
  const early = new Map<Field, Early>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function handOver() {
    timer = undefined;
    for (const [field, one] of early) {
      const current = findAgain(field, one);
      const isOver =
        Date.now() - one.since > LIMIT_MS || (one.toldAt !== undefined && Date.now() - one.toldAt > TOLD_MS);
      if (isOver || (current && one.toldAt !== undefined && hasTaken(current, one))) early.delete(field);
      else if (current && repeat(current, one.content)) one.toldAt ??= Date.now();
    }
    if (early.size > 0) timer = setTimeout(handOver, PAUSE_MS);
  }
  function note(field: Field) {
    // At the end, also where it was there: they are handed over in the order in which they were left.
    early.delete(field);
    const signature = signatureOf(field);
    const fields = sameFields(signature);
    const at = { path: location.pathname, signature, index: fields.indexOf(field), count: fields.length };
    early.set(field, { content: contentOf(field), initial: defaultOf(field), since: Date.now(), ...at });
    timer ??= setTimeout(handOver, PAUSE_MS);
  }
  function onInput({ target, isTrusted }: Event) {
    const field = toField(target);
    if (!field) return;
    if (!trackerOf(field)) note(field);
    else if (isTrusted) for (const [old, one] of early) if (findAgain(old, one) === field) early.delete(old);
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
