// How many decimals a mean is worth: its sum had fewer, and a division adds as many as one lets it.

/** Figures of a mean, its whole part counted; a large one keeps that part and one decimal. */
const FIGURES = 5;

export const meanDecimals = (mean: number): number =>
  mean === 0 ? 0 : Math.min(12, Math.max(1, FIGURES - 1 - Math.floor(Math.log10(Math.abs(mean)))));
