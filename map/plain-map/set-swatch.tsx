// A sample of how a role's shapes are drawn, for a legend.
'use client';
import { useComputedColorScheme } from '@mantine/core';
import { PALETTE, type SetRole } from '../style/palette';
import { ROLE_LOOKS } from './sets';

export function SetSwatch({ role }: { role: SetRole }) {
  const theme = useComputedColorScheme('dark');
  const { width, dash, cap, fill } = ROLE_LOOKS[role];
  const color = PALETTE[theme].roles[role];
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
        strokeDasharray={dash?.map((part) => part * Math.min(width, 3)).join(' ')}
      />
    </svg>
  );
}
