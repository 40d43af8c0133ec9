// A written coordinate in place of the pointer: with it, drawing and identify work by keyboard alone.
'use client';
import { TextInput } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { useMap } from '../canvas/provider';
import { parseCoordinate } from '../geo/coordinates';

export interface CoordinateBoxProps {
  /** Show the label above the field; otherwise it is only its name for screen readers. */
  labelled?: boolean;
}

/** Degrees or degrees-minutes-seconds, digits of either script; Enter does there what a click would do. */
export const CoordinateBox = ({ labelled = false }: CoordinateBoxProps) => {
  const t = useTranslations('map.coordinates');
  const map = useMap();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An empty box lets Enter through: then it ends the drawing.
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    const at = parseCoordinate(text);
    setWrong(at === null);
    if (!at) return;
    map.typeAt(at);
    setText('');
  };

  return (
    <TextInput
      {...(labelled ? { label: t('label') } : { 'aria-label': t('label') })}
      dir="ltr"
      placeholder="35.6892, 51.3890"
      value={text}
      data-coordinates={text.trim() === '' ? 'empty' : 'written'}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setWrong(false);
      }}
      onKeyDown={onKeyDown}
      error={wrong ? t('wrong') : null}
      leftSection={<IconMapPin size={16} />}
      autoComplete="off"
      spellCheck={false}
      inputMode="text"
    />
  );
};
