// The colours that one band of a raster is drawn in, from low to high.
'use client';
import { colours, rampOf } from './logic/ramps';
import { RampSelect } from './ramp-select';

/** Colours that a ramp is written with: between them the server mixes. */
const STEPS = 7;

export interface RasterRampProps {
  value: readonly string[];
  onChange: (row: string[]) => void;
}

export const RasterRamp = ({ value, onChange }: RasterRampProps) => (
  <RampSelect
    value={rampOf(value)}
    row={value}
    kinds={['sequential', 'diverging']}
    onChange={(ramp, reversed) => onChange(colours(ramp, STEPS, reversed))}
  />
);
