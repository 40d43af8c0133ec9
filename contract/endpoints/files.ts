// Files that hang on records.

export const files = {};
