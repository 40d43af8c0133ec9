// The input of a barcode: read by the camera where the browser can, typed everywhere.
'use client';
import { TextInput } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Control } from './types';

const BarcodeReader = lazyPart(() => import('./barcode-reader'));

const canRead = () => typeof window !== 'undefined' && 'BarcodeDetector' in window && !!navigator.mediaDevices;

export const BarcodeControl: Control = ({ text, common, onChange }) => {
  const t = useTranslations('records.form');
  const [isReading, setReading] = useState(false);
  return (
    <>
      <TextInput
        {...common}
        attributes={{ input: { dir: 'ltr' } }}
        autoComplete="off"
        maxLength={2000}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(canRead() &&
          !common.readOnly && {
            rightSection: (
              <IconButton label={t('readBarcode')} size={28} onClick={() => setReading(true)}>
                <IconBarcode size={18} />
              </IconButton>
            ),
          })}
      />
      {isReading && (
        <Suspense fallback={null}>
          <BarcodeReader
            onClose={() => setReading(false)}
            onRead={(code) => {
              onChange(code);
              setReading(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
