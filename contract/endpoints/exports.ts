// Data out: one-time tokens and the downloads that they open.

export const exports = {};
