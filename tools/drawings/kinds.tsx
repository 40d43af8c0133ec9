// What a press on the map does: choose, or draw one of the kinds.
'use client';
import { Box } from '@mantine/core';
import {
  IconCircle,
  IconLine,
  IconMapPin,
  IconPointer,
  IconPolygon,
  IconRectangle,
  IconScribble,
  IconTypography,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ComponentType } from 'react';
import { IconButton } from '@/components/icon-button';
import { DRAWING_TYPES, type DrawingType } from '@/contract/schemas/drawing';
import classes from './drawings.module.css';
import type { DrawingsAction, Mode } from './machine';

export const TYPE_ICONS: Record<DrawingType, ComponentType<{ size?: number | string }>> = {
  point: IconMapPin,
  line: IconLine,
  polygon: IconPolygon,
  rectangle: IconRectangle,
  circle: IconCircle,
  freehand: IconScribble,
  text: IconTypography,
};

export const Kinds = ({ mode, act }: { mode: Mode; act: (action: DrawingsAction) => void }) => {
  const t = useTranslations('map.tools.drawings');
  const look = (on: boolean) => ({
    variant: on ? ('filled' as const) : ('default' as const),
    color: 'indigo',
    'aria-pressed': on,
  });
  return (
    <Box className={classes.buttons} role="group" aria-label={t('what')}>
      <IconButton label={t('choose')} size={32} {...look(mode.kind === 'choose')} onClick={() => act({ do: 'choose' })}>
        <IconPointer size={18} />
      </IconButton>
      {DRAWING_TYPES.map((type) => {
        const Icon = TYPE_ICONS[type];
        return (
          <IconButton
            key={type}
            label={t(`types.${type}`)}
            size={32}
            {...look(mode.kind === 'draw' && mode.type === type)}
            onClick={() => act({ do: 'draw', type })}
          >
            <Icon size={18} />
          </IconButton>
        );
      })}
    </Box>
  );
};
