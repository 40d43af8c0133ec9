// A second, tiny door: pages without a map (sign-in) may start the engine's download without pulling the map room in.

let engine: Promise<typeof import('./engine/engine')> | undefined;

/** The engine's code; downloaded once, and asked for again only after a failure. */
export const loadEngine = (): Promise<typeof import('./engine/engine')> => {
  engine ??= import('./engine/engine').catch((error: unknown) => {
    engine = undefined;
    throw error;
  });
  return engine;
};

/** Begins the download and forgets about it; a failure shows when the map is mounted. */
export const preload = (): void => {
  loadEngine().catch(() => undefined);
};
