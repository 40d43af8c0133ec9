// What is done most with the layer that is open in the list: how it looks, what it says, what is in it.
'use client';
import { Button } from '@mantine/core';
import { IconPalette, IconTable, IconTag } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useMay } from '@/lib/api/use-who';
import { openStyling } from '@/map';
import { canStyle } from '@/tools';
import classes from './layers-panel.module.css';

const ICON = 14;

/** Nothing of what the reader may not do. */
export function LayerActs({ layer, onTable }: { layer: Layer; onTable: (layer: Layer) => void }) {
  const t = useTranslations('home.layers.acts');
  const mayStyle = useMay(api.layers.edit.needs) && canStyle(layer);
  const acts = [
    { id: 'style', icon: <IconPalette size={ICON} />, isAllowed: mayStyle, run: () => void openStyling(layer.id) },
    {
      id: 'labels',
      icon: <IconTag size={ICON} />,
      isAllowed: mayStyle,
      run: () => void openStyling(layer.id, 'labels'),
    },
    { id: 'table', icon: <IconTable size={ICON} />, isAllowed: layer.type <= 3, run: () => onTable(layer) },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong to a layer are no fields of a form
    <div className={classes.acts} role="group" aria-label={layer.label}>
      {acts
        .filter(({ isAllowed }) => isAllowed)
        .map(({ id, icon, run }) => (
          <Button key={id} variant="default" size="compact-sm" leftSection={icon} onClick={run}>
            {t(id)}
          </Button>
        ))}
    </div>
  );
}
