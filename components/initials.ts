// What stands in the place of a picture that nobody has given.

/** The first letters of the first two words, kept apart where a script would join them. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('\u200c');
