// The tooltip of an icon button, loaded when the first one is wanted.
'use client';
import { Tooltip, type TooltipProps } from '@mantine/core';
import type { RefObject } from 'react';

type Props = Pick<TooltipProps, 'label' | 'opened' | 'position'> & { target: RefObject<HTMLElement | null> };

/** Stands at its target without wrapping it. The default export is for lazy loading. */
export default function IconTooltip(props: Props) {
  return <Tooltip {...props} />;
}
