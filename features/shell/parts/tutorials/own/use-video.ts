// The video of a tutorial while it is edited: another file, or none any more; sent when its words are saved.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '@/contract';
import type { Tutorial } from '@/contract/schemas/messages/tutorial';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { sendForm } from '@/lib/api/send-form';

export function useVideo(former: Tutorial['video']) {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [isRemoved, setRemoved] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  /** Brings what was changed to the tutorial; throws CallError. */
  const save = async (id: number) => {
    if (!file && !isRemoved) return;
    try {
      if (file) {
        setPercent(0);
        const options = { params: { id }, signal: stop.current.signal, onProgress: setPercent };
        await sendForm(api.tutorials.setVideo, { path: file }, options);
      } else await call(api.tutorials.removeVideo, { params: { id } });
    } finally {
      setPercent(null);
      void invalidate(client, ['tutorial']);
    }
  };
  return { former, file, setFile, isRemoved, setRemoved, percent, save };
}
export type Video = ReturnType<typeof useVideo>;
