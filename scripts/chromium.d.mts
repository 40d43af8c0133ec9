export function findChromium(say?: (line: string) => void): Promise<string | null>;
