// Which ground lies under everything, and whether it keeps its colours.
'use client';
import { Select } from '@mantine/core';
import { IconPalette, IconPaletteOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { baseChoices, baseId, useBase } from '@/map';
import classes from './base-select.module.css';

/** The choice of the base map. */
export function BaseSelect() {
  const t = useTranslations('home');
  const texts = useTranslations('map.base');
  const { isGrey, failed, maps, broken, setBase, setGrey } = useBase();
  const base = useBase(baseId);
  return (
    <div className={classes.row}>
      <Select
        className={classes.choice ?? ''}
        size="xs"
        label={t('base')}
        allowDeselect={false}
        data={[
          ...baseChoices({ maps }).map(({ id, name }) => ({ value: id, label: name ?? texts(id as 'osm') })),
          ...broken.map(({ id, name, problem }) => ({
            value: id,
            label: texts(`problems.${problem}`, { name }),
            disabled: true,
          })),
        ]}
        value={base}
        onChange={(id) => id && setBase(id)}
        description={failed ? texts('failed') : undefined}
      />
      {base !== 'none' && (
        <IconButton
          label={texts('grey')}
          variant={isGrey ? 'light' : 'subtle'}
          color={isGrey ? undefined : 'gray'}
          size={30}
          aria-pressed={isGrey}
          onClick={() => setGrey(!isGrey)}
        >
          {isGrey ? <IconPaletteOff size={18} /> : <IconPalette size={18} />}
        </IconButton>
      )}
    </div>
  );
}
