// Palette and inspector on a phone: a sheet above the canvas.
'use client';
import { Drawer } from '@mantine/core';
import type { Place } from '@/components/templates/studio';

export type SheetPlace = 'palette' | 'inspector';

export interface SheetProps {
  places: Record<SheetPlace, Place>;
  open: SheetPlace | null;
  onClose: () => void;
}

export function Sheet({ places, open, onClose }: SheetProps) {
  const place = open && places[open];
  return (
    <Drawer opened={place !== null} onClose={onClose} position="bottom" size="75%" title={place?.label}>
      {place?.content}
    </Drawer>
  );
}
