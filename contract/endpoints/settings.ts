// A person's own items and map settings, and the projections that everybody may choose from.

export const settings = {};
