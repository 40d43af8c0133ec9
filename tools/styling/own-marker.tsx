// A marker of the layer's own: uploaded, drawn, taken away. It is written at once, apart from the look that is being edited.
'use client';
import { Button, FileButton, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { markerAddress } from '@/map/style/points/own-marker';
import pairs from '../parts/pairs.module.css';
import { PICTURE_TYPES, pictureOf } from './marker-file';

interface OwnMarker {
  /** Null where the layer has none. */
  address: string | null;
  isBusy: boolean;
  /** True when the layer has it. */
  upload(file: File): Promise<boolean>;
  remove(): Promise<boolean>;
}

const Context = createContext<OwnMarker | null>(null);

/** Null where no layer is edited, and for what is no point. */
export const useOwnMarker = (): OwnMarker | null => useContext(Context);

export const OwnMarkerProvider = ({ layer, children }: { layer: Layer; children: ReactNode }) => {
  const t = useTranslations('map.tools.styling.ownMarker');
  const text = useErrorText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { id, type } = layer;
  const address = markerAddress(layer.marker);
  const value = useMemo((): OwnMarker | null => {
    if (type !== LAYER_TYPES.point) return null;
    const write = async (marker: string | null): Promise<boolean> => {
      setBusy(true);
      try {
        await call(api.layers.edit, { params: { id }, body: { marker } });
        await invalidate(client, ['layer']);
        return true;
      } catch (error) {
        toast({ type: 'error', message: text(error) });
        return false;
      } finally {
        setBusy(false);
      }
    };
    const upload = async (file: File): Promise<boolean> => {
      const picture = await pictureOf(file);
      if (picture) return write(picture);
      toast({ type: 'error', message: t('unreadable') });
      return false;
    };
    return { address, isBusy, upload, remove: () => write(null) };
  }, [id, type, address, isBusy, client, text, t]);
  return <Context value={value}>{children}</Context>;
};

/** `onUploaded`, `onRemoved`: the mark takes the marker up, and lets it go. */
export const OwnMarkerField = ({ onUploaded, onRemoved }: { onUploaded: () => void; onRemoved: () => void }) => {
  const t = useTranslations('map.tools.styling.ownMarker');
  const own = useOwnMarker();
  if (!own) return null;
  const take = async (file: File | null) => {
    if (file && (await own.upload(file))) onUploaded();
  };
  const drop = async () => {
    if (await own.remove()) onRemoved();
  };
  return (
    <Group gap={8} className={pairs.wide}>
      <FileButton accept={PICTURE_TYPES} onChange={(file) => void take(file)}>
        {(props) => (
          <Button variant="default" size="compact-sm" loading={own.isBusy} {...props}>
            {t(own.address ? 'change' : 'add')}
          </Button>
        )}
      </FileButton>
      {own.address && (
        <Button variant="subtle" color="gray" size="compact-sm" disabled={own.isBusy} onClick={() => void drop()}>
          {t('remove')}
        </Button>
      )}
    </Group>
  );
};
