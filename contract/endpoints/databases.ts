// Connections to spatial databases, and layers that come from them.

export const databases = {};
