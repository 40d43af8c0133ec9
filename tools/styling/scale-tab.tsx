// Between which scales the layer is drawn, and what that means at the place the map shows.
'use client';
import { Alert, Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import { DEFAULT_VIEW, useView } from '@/map/state/view';
import { roundToThreeDigits, SCALES, scaleAt, zoomAt } from './logic/scales';
import classes from './styling.module.css';
import type { LookProps } from './use-look';

/** A scale as it was typed: "1:5000", "5000", digits of either script; null where it is none. */
const read = (text: string): number | null => {
  const n = parseNumber(text.replace(/^\s*\S\s*[:/]/, ''));
  return n !== null && n >= 1 && n <= 1e9 ? n : null;
};

interface BoundProps {
  label: string;
  /** The n of 1:n; null for no bound. */
  scale: number | null;
  present: number;
  onChange: (scale: number | null) => void;
}

const Bound = ({ label, scale, present, onChange }: BoundProps) => {
  const t = useTranslations('map.tools.styling.scale');
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const text = (n: number) => t('one', { n: number(roundToThreeDigits(n)) });
  const wrong = typed !== null && typed.trim() !== '' && read(typed) === null;
  const take = (value: string) => {
    const n = value.trim() === '' ? null : read(value);
    if (value.trim() === '' || n !== null) onChange(n);
  };
  return (
    <Stack gap={4}>
      <Autocomplete
        label={label}
        placeholder={t('unbounded')}
        value={typed ?? (scale === null ? '' : text(scale))}
        data={SCALES.map(text)}
        filter={({ options }) => options}
        error={wrong ? t('wrong') : null}
        clearable
        onChange={setTyped}
        onOptionSubmit={(value) => {
          take(value);
          setTyped(null);
        }}
        onClear={() => {
          onChange(null);
          setTyped(null);
        }}
        onBlur={() => {
          if (typed !== null) take(typed);
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === null) return;
          take(typed);
          if (!wrong) setTyped(null);
        }}
      />
      <Group gap="xs">
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(present)}>
          {t('usePresent')}
        </Button>
        {scale !== null && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(null)}>
            {t('clear')}
          </Button>
        )}
      </Group>
    </Stack>
  );
};

const hundredth = (zoom: number) => Math.round(zoom * 100) / 100;

export const ScaleTab = ({ look, change }: LookProps) => {
  const t = useTranslations('map.tools.styling.scale');
  const { number } = useFormat();
  const { center, zoom } = useView((s) => s.view) ?? DEFAULT_VIEW;
  const lat = center[1];
  const { min_zoom, max_zoom } = look.scale;
  const present = scaleAt(lat, zoom);
  const isVisible = zoom >= min_zoom && zoom < max_zoom;
  const set = (min: number, max: number) =>
    change({ scale: { min_zoom: hundredth(min), max_zoom: hundredth(Math.max(min, max)) } });
  return (
    <Stack gap="md">
      <Text size="sm">
        {t('present', { n: number(roundToThreeDigits(present)), zoom: number(zoom, { maximumFractionDigits: 1 }) })}
      </Text>
      <Bound
        label={t('far')}
        scale={min_zoom <= 0 ? null : scaleAt(lat, min_zoom)}
        present={present}
        onChange={(n) => {
          const min = n === null ? 0 : zoomAt(lat, n);
          set(min, Math.max(max_zoom, min));
        }}
      />
      <Bound
        label={t('near')}
        scale={max_zoom >= 24 ? null : scaleAt(lat, max_zoom)}
        present={present}
        onChange={(n) => {
          const max = n === null ? 24 : zoomAt(lat, n);
          set(Math.min(min_zoom, max), max);
        }}
      />
      <div className={classes.scaleBar} aria-hidden dir="ltr">
        <span
          className={classes.scaleShown}
          style={{ left: `${(min_zoom / 24) * 100}%`, width: `${((max_zoom - min_zoom) / 24) * 100}%` }}
        />
        <span className={classes.scaleNow} style={{ left: `${(Math.min(24, zoom) / 24) * 100}%` }} />
      </div>
      <Alert
        variant="light"
        color={isVisible ? 'green' : 'yellow'}
        icon={isVisible ? <IconEye size={18} /> : <IconEyeOff size={18} />}
        role="status"
      >
        {t(isVisible ? 'shownNow' : zoom < min_zoom ? 'tooFar' : 'tooNear')}
      </Alert>
      <Text size="xs" c="dimmed">
        {t('note')}
      </Text>
    </Stack>
  );
};
