// Where a thread stands: at its newest message or the first unread one, and where it was when older ones come above.
'use client';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 120;
const OLDER_PX = 200;

interface Scrolled {
  /** Ids of what stands first and last. */
  first: number | undefined;
  last: string | undefined;
  /** The message at which it opens, where it is not the newest. */
  openAt: number | null;
  onNearStart: () => void;
}

const elementOf = (id: number) => document.getElementById(`message-${id}`);

export function useThreadScroll(box: RefObject<HTMLDivElement | null>, { first, last, openAt, onNearStart }: Scrolled) {
  const [isAtEnd, setAtEnd] = useState(true);
  const height = useRef(0);
  const isOpened = useRef(false);
  const toEnd = useCallback(() => box.current?.scrollTo?.({ top: box.current.scrollHeight }), [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to stand at
  useLayoutEffect(() => {
    if (isOpened.current || first === undefined) return;
    isOpened.current = true;
    const start = openAt === null ? null : elementOf(openAt);
    if (start) start.scrollIntoView?.({ block: 'center' });
    else toEnd();
  }, [first]);

  // What comes above pushes down what is read; it is pushed back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page that comes above
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (height.current > 0 && element.scrollTop < OLDER_PX) element.scrollTop += element.scrollHeight - height.current;
    height.current = element.scrollHeight;
  }, [first]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that comes below
  useEffect(() => {
    if (isOpened.current && isAtEnd) toEnd();
    height.current = box.current?.scrollHeight ?? 0;
  }, [last]);

  const handleScroll = () => {
    const element = box.current;
    if (!element) return;
    height.current = element.scrollHeight;
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX);
    if (element.scrollTop < OLDER_PX) onNearStart();
  };
  return { isAtEnd, toEnd, handleScroll };
}
