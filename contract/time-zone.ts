/** The organisation's zone: a time without a zone is a time of its clocks, never of the machine that reads it. */
export const ZONE = 'Asia/Tehran';
