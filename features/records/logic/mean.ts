// How many decimals a mean is worth: its sum had fewer, and a division adds as many as one lets it.

/** Decimals of a mean that is no fraction; a smaller one has as many figures. */
const DECIMALS = 2;

export const meanDecimals = (mean: number): number =>
  mean === 0 ? 0 : Math.min(12, Math.max(DECIMALS, DECIMALS - 1 - Math.floor(Math.log10(Math.abs(mean)))));
