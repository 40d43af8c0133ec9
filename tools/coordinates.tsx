// The box for a typed coordinate, which stands in for the pointer: drawing and identify work by keyboard alone.
'use client';
import { TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { useMap } from '@/map/canvas/provider';
import { formatIn, isMetric, zoneReading } from '@/map/geo/coordinates-systems';
import { readPlace, useCoordinates } from '@/map/state/coordinates';
import type { LngLat } from '@/map/types';

export interface CoordinateBoxProps {
  /** Show the label above the field; otherwise it is only its name for screen readers. */
  labelled?: boolean;
}

/** What the box shows how to write. */
const EXAMPLE: LngLat = [51.389, 35.6892];

/** The chosen system, degrees of every kind or UTM with its zone, digits of either script; Enter does there what a click would do. */
export const CoordinateBox = ({ labelled = false }: CoordinateBoxProps) => {
  const t = useTranslations('map.coordinates');
  const map = useMap();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const { coordinates } = useFormat();
  const { system, converter } = useCoordinates();
  const reading = zoneReading(text);
  const label = t(isMetric(system) ? 'labelMetres' : 'label');

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An empty box lets Enter through: then it ends the drawing.
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    void readPlace(text, map.getView().center).then((at) => {
      setWrong(at === null);
      if (!at) return;
      map.typeAt(at);
      setText((now) => (now === text ? '' : now));
    });
  };

  return (
    <TextInput
      {...(labelled ? { label } : { 'aria-label': label })}
      dir="ltr"
      placeholder={coordinates(formatIn(system, EXAMPLE, converter) ?? '35.6892, 51.3890')}
      value={text}
      data-coordinates={text.trim() === '' ? 'empty' : 'written'}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setWrong(false);
      }}
      onKeyDown={onKeyDown}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={reading && t(reading.as === 'band' ? 'bandS' : 'halfS')}
      error={wrong ? t('wrong') : null}
      leftSection={<IconMapPin size={16} />}
      autoComplete="off"
      spellCheck={false}
      inputMode="text"
    />
  );
};
