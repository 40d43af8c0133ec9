// Keeps the map told of what floats over it.
'use client';
import { type RefObject, useEffect } from 'react';
import { useCovers } from '../state/covers';
import { useCovered } from './use-covered';

/** `container`: the element that the map fills. */
export const MapCovers = ({ container }: { container: RefObject<HTMLElement | null> }) => {
  const boxes = useCovered(container, true);
  useEffect(() => useCovers.setState({ boxes }), [boxes]);
  useEffect(() => () => useCovers.setState({ boxes: [] }), []);
  return null;
};
