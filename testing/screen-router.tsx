// Next's router for tests of screens: it follows the history of the page, as the real one does. Nothing is loaded.
import { type AnchorHTMLAttributes, type MouseEvent, useMemo, useSyncExternalStore } from 'react';
import { routeAt } from '../lib/routes/rules';

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
for (const name of ['pushState', 'replaceState'] as const) {
  const change = history[name].bind(history);
  history[name] = (...args) => {
    change(...args);
    notify();
  };
}
addEventListener('popstate', notify);

const router = {
  push: (address: string) => history.pushState(null, '', address),
  replace: (address: string) => history.replaceState(null, '', address),
  back: () => history.back(),
  forward: () => history.forward(),
  refresh: () => {},
  prefetch: () => {},
};

/** Stands for `next/navigation`. */
export const navigation = {
  useRouter: () => router,
  usePathname: () => useSyncExternalStore(subscribe, () => location.pathname),
  useSearchParams: () => {
    const search = useSyncExternalStore(subscribe, () => location.search);
    return useMemo(() => new URLSearchParams(search), [search]);
  },
  useParams: () => {
    const path = useSyncExternalStore(subscribe, () => location.pathname);
    return useMemo(() => routeAt(path)?.params ?? {}, [path]);
  },
};

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  prefetch?: boolean;
  replace?: boolean;
  scroll?: boolean;
}

/** Stands for `next/link`. */
export function Link({ href, prefetch: _, scroll: __, replace, onClick, ...rest }: LinkProps) {
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    (replace ? router.replace : router.push)(href);
  };
  return <a href={href} onClick={handleClick} {...rest} />;
}
