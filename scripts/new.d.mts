export function make(root: string, words: string[]): string[];
