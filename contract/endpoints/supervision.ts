// Supervision: the inbox of layers with waiting records, and the verdicts on them.

export const supervision = {};
