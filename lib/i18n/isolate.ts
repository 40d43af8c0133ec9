/** A text in the order of its own script, whatever stands beside it: for words where no `<bdi>` can stand. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
