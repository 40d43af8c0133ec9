// What lies over the map: names that are drawn at its edges make way for it.
'use client';
import { type RefObject, useEffect, useState } from 'react';
import type { WindowBox } from '../geo/grid-names';

/** Boxes grow by this and end on multiples of it, in CSS pixels: a readout whose number changes does not move all that makes way for it. */
const GRAIN = 8;

/** What takes the pointer in the map's stead; of a frame that lets it through, what is in it. */
const coversIn = (root: Element, container: Element): Element[] => {
  const within = (element: Element): Element[] =>
    getComputedStyle(element).pointerEvents === 'none' ? [...element.children].flatMap(within) : [element];
  return [
    ...[...root.children].filter((child) => child !== container).flatMap(within),
    ...container.querySelectorAll('.maplibregl-ctrl'),
  ];
};

const boxOf = (element: Element, { left, top }: DOMRect): WindowBox[] => {
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return [];
  const low = (n: number) => Math.floor(n / GRAIN - 0.5) * GRAIN;
  const high = (n: number) => Math.ceil(n / GRAIN + 0.5) * GRAIN;
  return [[low(box.left - left), low(box.top - top), high(box.right - left), high(box.bottom - top)]];
};

const NONE: readonly WindowBox[] = [];

/** The boxes of what lies over the map, in pixels of `container`, the element that the map fills; none while they are not `wanted`. */
export const useCovered = (container: RefObject<HTMLElement | null>, isEnabled: boolean): readonly WindowBox[] => {
  const [boxes, setBoxes] = useState(NONE);
  useEffect(() => {
    const element = container.current;
    const root = element?.parentElement;
    if (!isEnabled || !element || !root) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const covers = coversIn(root, element);
      for (const cover of covers) sizes.observe(cover);
      const next = covers.flatMap((cover) => boxOf(cover, element.getBoundingClientRect()));
      setBoxes((now) => (now.join('|') === next.join('|') ? now : next));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const sizes = new ResizeObserver(soon);
    const comings = new MutationObserver(soon);
    sizes.observe(element);
    comings.observe(root, { childList: true, subtree: true });
    look();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      comings.disconnect();
    };
  }, [container, isEnabled]);
  return boxes;
};
