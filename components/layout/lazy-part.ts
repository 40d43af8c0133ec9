// Parts whose code comes when they are first wanted. One that cannot be fetched is missing, and takes nothing else down with it.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** For optional parts only: without its code the part draws nothing, and the work on screen stays. */
export const lazyPart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() => load().catch((): { default: ComponentType<P> } => ({ default: () => null })));
