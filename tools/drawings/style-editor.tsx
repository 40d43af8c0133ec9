// The look of drawings: of the next one while drawing, of the chosen ones else. Only fields that mean something for their kinds.
'use client';
import { Select, Slider, Switch, Text, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ColourField } from '@/components/fields/colour-field';
import { NumberField } from '@/components/fields/number-field';
import type { DrawingStyle, DrawingType } from '@/contract/schemas/drawing';
import { useFormat } from '@/lib/i18n/use-format';
import { DASH_NAMES, dashName, dashOf, FIRST_LOOK, partsFor } from '@/map/geo/drawings-look';
import type { DashName } from '@/map/state/overlay';
import pairs from '../parts/pairs.module.css';
import { SymbolPicker } from '../parts/symbol-picker';

/** Below this radius a picture is only a spot. */
const READABLE = 8;
/** How symbols are shown where they are chosen. */
const SAMPLE = { opacity: 1, size: 7, stroke: '#ffffff', stroke_width: 1 };

interface StyleEditorProps {
  types: readonly DrawingType[];
  style: DrawingStyle;
  /** Whether the words of a text can be written: those of several are not the same. */
  words: boolean;
  /** Parts that shall change; undefined takes one away. */
  onChange: (change: Partial<Record<keyof DrawingStyle, unknown>>) => void;
}

const Share = ({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) => {
  const { percent } = useFormat();
  return (
    <div className={pairs.wide}>
      <Text size="xs" fw={500} c="dimmed" mb={6}>
        {label}
      </Text>
      <Slider
        min={0}
        max={100}
        step={5}
        value={Math.round(value * 100)}
        label={(v) => percent(v / 100)}
        thumbLabel={label}
        onChange={(v) => onChange(v / 100)}
      />
    </div>
  );
};

interface PointSymbolProps extends Pick<StyleEditorProps, 'onChange'> {
  icon: string | undefined;
  color: string;
  /** A picture makes a smaller point as large as it can be read at. */
  size: number;
}

const PointSymbol = ({ icon, color, size, onChange }: PointSymbolProps) => {
  const t = useTranslations('map.tools.drawings.look');
  return (
    <SymbolPicker
      className={pairs.wide}
      label={t('icon')}
      discLabel={t('noIcon')}
      mark={{ ...SAMPLE, color, ...(icon === undefined ? {} : { icon }) }}
      onChange={(next) =>
        onChange(next === undefined ? { icon: next } : { icon: next, size: Math.max(size, READABLE) })
      }
    />
  );
};

interface LettersProps extends Pick<StyleEditorProps, 'onChange'> {
  fontSize: number;
  halo: string;
}

const Letters = ({ fontSize, halo, onChange }: LettersProps) => {
  const t = useTranslations('map.tools.drawings.look');
  return (
    <>
      <NumberField
        label={t('fontSize')}
        value={fontSize}
        min={6}
        max={200}
        onChange={(font_size) => onChange({ font_size })}
      />
      <ColourField label={t('halo')} value={halo} onChange={(next) => onChange({ halo: next })} />
    </>
  );
};

export const StyleEditor = ({ types, style, words, onChange }: StyleEditorProps) => {
  const t = useTranslations('map.tools.drawings.look');
  const has = partsFor(types);
  const now = { ...FIRST_LOOK, ...style };
  const lettered = has.has('text') || (has.has('show_label') && now.show_label);
  const letters = <Letters fontSize={now.font_size} halo={now.halo} onChange={onChange} />;
  return (
    <div className={pairs.pairs}>
      {words && has.has('text') && (
        <Textarea
          className={pairs.wide}
          label={t('text')}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={2000}
          value={style.text ?? ''}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )}
      <ColourField label={t('color')} value={now.color} onChange={(color) => onChange({ color })} />
      {has.has('width') && (
        <NumberField
          label={t('width')}
          value={now.width}
          min={0}
          max={64}
          step={0.5}
          onChange={(width) => onChange({ width })}
        />
      )}
      {has.has('size') && (
        <NumberField label={t('size')} value={now.size} min={0.5} max={64} onChange={(size) => onChange({ size })} />
      )}
      {has.has('fill') && <ColourField label={t('fill')} value={now.fill} onChange={(fill) => onChange({ fill })} />}
      {has.has('dash') && (
        <Select
          label={t('dash')}
          data={DASH_NAMES.map((value) => ({ value, label: t(`dashes.${value}`) }))}
          value={dashName(style.dash)}
          allowDeselect={false}
          onChange={(name) => name && onChange({ dash: dashOf(name as DashName) })}
        />
      )}
      {has.has('icon') && <PointSymbol icon={style.icon} color={now.color} size={now.size} onChange={onChange} />}
      {has.has('text') && letters}
      {has.has('rotation') && (
        <NumberField
          label={t('rotation')}
          value={now.rotation}
          min={-360}
          max={360}
          step={5}
          onChange={(rotation) => onChange({ rotation })}
        />
      )}
      {has.has('fill_opacity') && (
        <Share
          label={t('fillOpacity')}
          value={now.fill_opacity}
          onChange={(fill_opacity) => onChange({ fill_opacity })}
        />
      )}
      <Share label={t('opacity')} value={now.opacity} onChange={(opacity) => onChange({ opacity })} />
      {has.has('show_label') && (
        <Switch
          className={pairs.wide}
          label={t('showLabel')}
          checked={now.show_label}
          onChange={(event) => onChange({ show_label: event.currentTarget.checked })}
        />
      )}
      {lettered && !has.has('text') && letters}
    </div>
  );
};
