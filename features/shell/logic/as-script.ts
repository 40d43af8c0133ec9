// Values inside a script that stands in the page itself.

/** JSON that no value can end the script's element with, nor break a line of it. */
export const toScriptLiteral = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
