// A person's own drawings.

export const drawings = {};
