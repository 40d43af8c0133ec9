// The camera's picture, looked through for a barcode until there is one. The default export is for lazy loading.
'use client';
import { Alert } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '@/components/layout/dialog';

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: new () => Detector;
  }
}

/** Pictures are looked at this often. */
const EVERY_MS = 250;

interface BarcodeReaderProps {
  onRead: (code: string) => void;
  onClose: () => void;
}

export default function BarcodeReader({ onRead, onClose }: BarcodeReaderProps) {
  const t = useTranslations('records.form');
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera runs as long as the dialog is open
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const run = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const Reader = window.BarcodeDetector;
      if (!video.current || !Reader) return;
      video.current.srcObject = stream;
      await video.current.play();
      const reader = new Reader();
      while (!isOver) {
        const [code] = await reader.detect(video.current);
        if (code) return onRead(code.rawValue);
        await new Promise((resume) => setTimeout(resume, EVERY_MS));
      }
    };
    run().catch(() => {
      if (!isOver) setRefused(true);
    });
    return () => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <Dialog opened onClose={onClose} title={t('readBarcode')} size={440}>
      {isRefused ? (
        <Alert color="orange">{t('noCamera')}</Alert>
      ) : (
        <video
          ref={video}
          muted
          playsInline
          style={{ inlineSize: '100%', borderRadius: 6 }}
          aria-label={t('cameraPicture')}
        />
      )}
    </Dialog>
  );
}
