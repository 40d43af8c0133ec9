// Keeps the map told of what lies over it: labels and names at its edges make way for that.
'use client';
import { type RefObject, useEffect } from 'react';
import type { WindowBox } from '../geo/grid-names';
import { useCovers } from '../state/covers';

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

const put = (next: readonly WindowBox[]) => {
  const { boxes } = useCovers.getState();
  if (boxes.join('|') !== next.join('|')) useCovers.setState({ boxes: next });
};

/** `container`: the element that the map fills. */
export const MapCovers = ({ container }: { container: RefObject<HTMLElement | null> }) => {
  useEffect(() => {
    const element = container.current;
    const root = element?.parentElement;
    if (!element || !root) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const covers = coversIn(root, element);
      for (const cover of covers) sizes.observe(cover);
      put(covers.flatMap((cover) => boxOf(cover, element.getBoundingClientRect())));
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
      put([]);
    };
  }, [container]);
  return null;
};
