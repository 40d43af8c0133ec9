// A sample of how a role's shapes are drawn, for a legend.
'use client';
import { useComputedColorScheme } from '@mantine/core';
import { PALETTE, type SetRole } from '../style/palette';
import { ROLE_LOOKS } from './sets';

const MIN_DASH = 0.5;

export function SetSwatch({ role, colour }: { role: SetRole; colour?: string }) {
  const theme = useComputedColorScheme('dark');
  const { width, dash, cap, fill } = ROLE_LOOKS[role];
  const color = colour ?? PALETTE[theme].roles[role];
  return (
    <svg width={20} height={14} viewBox="0 0 20 14" aria-hidden>
      <rect
        x={2}
        y={2}
        width={16}
        height={10}
        fill={color}
        fillOpacity={fill}
        stroke={color}
        strokeWidth={Math.min(width, 3)}
        strokeLinecap={cap}
        // A dash of no length is a dot by its cap alone, and a faint one at this size.
        strokeDasharray={dash?.map((part) => Math.max(part * Math.min(width, 3), MIN_DASH)).join(' ')}
      />
    </svg>
  );
}
