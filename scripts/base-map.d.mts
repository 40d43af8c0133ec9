export function makeBaseMap(): void;
