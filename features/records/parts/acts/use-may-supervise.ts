// Whether the reader judges work in a layer: by the layer's right and the module of supervision, as the server asks.
'use client';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import { useMay } from '@/lib/api/use-who';

export function useMaySupervise({ rights, config }: Layer): boolean {
  const hasModule = useMay(api.supervision.judge.needs);
  return hasModule && rights.approve && config.supervised === true;
}
