// What is to be known of a layer, in a cell of its row that is there all the time: nothing moves when it comes.
'use client';
import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconZoomIn } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import type { Layer } from '@/contract/schemas/layer';
import { type LayerState, useMap } from '@/map';
import classes from './layers-panel.module.css';

interface StateCellProps {
  layer: Layer;
  onRefresh: (layer: Layer) => void;
  /** What is told of the layer; null while there is nothing to tell. */
  state: Exclude<LayerState, 'ready'> | null;
  /** The zoom at which the layer is drawn, where it is not now. */
  away: number | null;
}

export function StateCell({ layer, state, away, onRefresh }: StateCellProps) {
  const t = useTranslations('home.layers');
  const words = useTranslations('map.layerStates');
  const map = useMap();
  const { label } = layer;
  const look = { variant: 'subtle', size: 28 } as const;
  return (
    <span className={classes.stateCell}>
      {away !== null && (
        <IconButton {...look} label={t('outOfScale', { label })} color="gray" onClick={() => map.flyTo({ zoom: away })}>
          <IconZoomIn size={16} />
        </IconButton>
      )}
      {state === 'error' && (
        <IconButton {...look} label={t('failed', { label })} color="red" onClick={() => onRefresh(layer)}>
          <IconAlertTriangle size={16} />
        </IconButton>
      )}
      {state && state !== 'error' && (
        <span className={classes.state} data-state={state} title={words(state)}>
          <VisuallyHidden>{words(state)}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}
