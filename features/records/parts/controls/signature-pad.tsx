// A surface that is signed on by finger, pen or mouse; what comes of it is a picture.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type PointerEvent, useRef, useState } from 'react';
import classes from './files.module.css';

const [WIDTH, HEIGHT] = [720, 320];
const INK = '#1b1b1b';
const STROKE = 4;

interface SignaturePadProps {
  busy: boolean;
  onDone: (file: File) => void;
  onCancel: () => void;
}

export function SignaturePad({ busy, onDone, onCancel }: SignaturePadProps) {
  const t = useTranslations('records.form');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isSigned, setSigned] = useState(false);
  const pen = () => canvas.current?.getContext('2d') ?? null;
  const placeOf = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - left) / width) * WIDTH, ((event.clientY - top) / height) * HEIGHT];
  };
  const clear = () => {
    pen()?.clearRect(0, 0, WIDTH, HEIGHT);
    setSigned(false);
  };
  const finish = () =>
    canvas.current?.toBlob(
      (blob) => blob && onDone(new File([blob], 'signature.png', { type: 'image/png' })),
      'image/png',
    );
  return (
    <>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        className={classes.pad}
        aria-label={t('signHere')}
        role="img"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const context = pen();
          if (!context) return;
          Object.assign(context, { lineWidth: STROKE, lineCap: 'round', lineJoin: 'round', strokeStyle: INK });
          context.beginPath();
          context.moveTo(...placeOf(event));
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const context = pen();
          context?.lineTo(...placeOf(event));
          context?.stroke();
          setSigned(true);
        }}
      />
      <Group gap="xs">
        <Button loading={busy} disabled={!isSigned} onClick={finish}>
          {t('useSignature')}
        </Button>
        <Button variant="default" disabled={!isSigned || busy} onClick={clear}>
          {t('clear')}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={onCancel}>
          {t('cancelSignature')}
        </Button>
      </Group>
    </>
  );
}
