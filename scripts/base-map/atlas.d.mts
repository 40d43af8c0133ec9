export function makeAtlas(): void;
