// The editor of one mark, and the button that opens it.
'use client';
import { Popover, Select, Slider, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ColourField } from '@/components/fields/colour-field';
import { NumberField } from '@/components/fields/number-field';
import { stopsOf } from '@/contract/look/by-zoom';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { DISC_ICON, type Mark, OWN_ICON } from '@/contract/schemas/style';
import { useFormat } from '@/lib/i18n/use-format';
import { Glyph } from '@/map/legend/glyph';
import { legend } from '@/map/style/legend';
import pairs from '../parts/pairs.module.css';
import { SymbolPicker } from '../parts/symbol-picker';
import { OwnMarkerField, useOwnMarker } from './own-marker';
import classes from './styling.module.css';
import { ZoomStopsField } from './zoom-stops';

/** Dashes and gaps in pixels. */
const DASHES = { dash: [8, 5], dot: [2, 4], dashdot: [10, 4, 2, 4] } as const;

/** Below this radius a picture is only a spot. */
const READABLE = 8;

const dashOf = ({ dash }: Mark): string =>
  dash === undefined ? 'solid' : (Object.entries(DASHES).find(([, row]) => row.join() === dash.join())?.[0] ?? 'own');

const withSymbol = ({ icon: _, ...plain }: Mark, icon: string | undefined): Mark =>
  icon === undefined ? plain : { ...plain, icon, size: Math.max(plain.size, READABLE) };

export interface MarkEditorProps {
  mark: Mark;
  onChange: (mark: Mark) => void;
  /** LAYER_TYPES. */
  type: number;
  /** The colour, or the size, is set by the classes. */
  without?: readonly ('color' | 'size')[];
}

export const MarkEditor = ({ mark, onChange, type, without = [] }: MarkEditorProps) => {
  const t = useTranslations('map.tools.styling.mark');
  const tOwn = useTranslations('map.tools.styling.ownMarker');
  const own = useOwnMarker();
  const set = (change: Partial<Mark>) => onChange({ ...mark, ...change });
  const isLine = type === LAYER_TYPES.line;
  const isArea = type === LAYER_TYPES.polygon;
  const hasSize = !isArea && !without.includes('size');
  const kind = dashOf(mark);
  const setDash = (name: string | null) => {
    if (name === null || name === 'own') return;
    const { dash: _, ...plain } = mark;
    onChange(name === 'solid' ? plain : { ...plain, dash: [...DASHES[name as keyof typeof DASHES]] });
  };
  return (
    <div className={pairs.pairs}>
      {!without.includes('color') && (
        <ColourField label={t(isArea ? 'fill' : 'colour')} value={mark.color} onChange={(color) => set({ color })} />
      )}
      {hasSize && !stopsOf(mark, 'size') && (
        <NumberField
          label={t(isLine ? 'width' : 'size')}
          value={mark.size}
          min={0.5}
          max={64}
          step={0.5}
          onChange={(size) => set({ size })}
        />
      )}
      {hasSize && <ZoomStopsField mark={mark} by="size" onChange={onChange} />}
      {type === LAYER_TYPES.point && (
        <SymbolPicker
          className={pairs.wide}
          label={t('icon')}
          discLabel={t('noIcon')}
          mark={mark}
          own={own?.address ? { label: tOwn('name'), address: own.address } : undefined}
          onChange={(icon) => onChange(withSymbol(mark, icon ?? (own?.address ? DISC_ICON : undefined)))}
        />
      )}
      {type === LAYER_TYPES.point && (
        <OwnMarkerField
          onUploaded={() => onChange(withSymbol(mark, OWN_ICON))}
          onRemoved={() => onChange(withSymbol(mark, undefined))}
        />
      )}
      {!isLine && (
        <>
          <ColourField label={t('stroke')} value={mark.stroke} onChange={(stroke) => set({ stroke })} />
          <NumberField
            label={t('strokeWidth')}
            value={mark.stroke_width}
            min={0}
            max={16}
            step={0.5}
            onChange={(stroke_width) => set({ stroke_width })}
          />
        </>
      )}
      {type !== LAYER_TYPES.point && (
        <Select
          label={t('dash')}
          data={['solid', 'dash', 'dot', 'dashdot', ...(kind === 'own' ? ['own'] : [])].map((value) => ({
            value,
            label: t(`dashes.${value as 'solid'}`),
          }))}
          value={kind}
          allowDeselect={false}
          onChange={setDash}
        />
      )}
      {!stopsOf(mark, 'opacity') && <OpacityField value={mark.opacity} onChange={(opacity) => set({ opacity })} />}
      <ZoomStopsField mark={mark} by="opacity" onChange={onChange} />
    </div>
  );
};

const OpacityField = ({ value, onChange }: { value: number; onChange: (value: number) => void }) => {
  const t = useTranslations('map.tools.styling.mark');
  const { percent } = useFormat();
  return (
    <div className={pairs.wide}>
      <Text size="xs" fw={500} c="dimmed" mb={6}>
        {t('opacity')}
      </Text>
      <Slider
        size="sm"
        min={0}
        max={100}
        step={5}
        value={Math.round(value * 100)}
        label={(v) => percent(v / 100)}
        thumbLabel={t('opacity')}
        onChange={(v) => onChange(v / 100)}
      />
    </div>
  );
};

/** A mark as a button; what opens closes with Esc and leaves the panel open. */
export const MarkButton = ({ label, ...editor }: MarkEditorProps & { label: string }) => {
  const [open, setOpen] = useState(false);
  const own = useOwnMarker();
  const [entry] = legend({ kind: 'single', symbol: editor.mark }, editor.type, own?.address);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={280} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <button type="button" className={classes.glyph} aria-label={label} title={label} onClick={() => setOpen(!open)}>
          {entry && <Glyph glyph={entry.glyph} size={22} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(false);
        }}
      >
        <Stack gap="xs">
          <Text size="sm" fw={600} truncate>
            {label}
          </Text>
          <MarkEditor {...editor} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
