// The tooltip of an icon button, loaded when the first one is wanted.
'use client';
import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

/** Stands at its target without wrapping it. The default export is for lazy loading. */
export default function IconTooltip(props: { target: RefObject<HTMLElement | null>; label: string; opened: boolean }) {
  return <Tooltip target={props.target} label={props.label} opened={props.opened} />;
}
