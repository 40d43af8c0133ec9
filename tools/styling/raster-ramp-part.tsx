// The ramps come when a raster's colours are looked at: the map's own screen does without them.
'use client';
import { lazyPart } from '@/components/layout/lazy-part';
import type { RasterRampProps } from './raster-ramp';

const Ramp = lazyPart<RasterRampProps>(async () => ({ default: (await import('./raster-ramp')).RasterRamp }));

export const RasterRamp = (props: RasterRampProps) => <Ramp {...props} />;
