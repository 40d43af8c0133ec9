// What a person chose for the frame of this browser: how the side menu stands. A cookie, so that the server draws it that way at once.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type DrawerType = 'permanent' | 'temporary';

/** The part that is kept. */
export interface FrameChoice {
  /** The side menu shows icons only; null until somebody chooses: icons beside the map, names elsewhere. */
  navCollapsed: boolean | null;
  drawerType: DrawerType;
}

export interface ClientSettings extends FrameChoice {
  /** The tool rail of the map is shown. Open until closed; not kept. */
  isMapMenuOpen: boolean;
  setNavCollapsed: (collapsed: boolean) => void;
  setDrawerType: (type: DrawerType) => void;
  toggleMapMenu: () => void;
}

export const FRAME_COOKIE = 'frame';
/** Seconds. */
const YEAR = 31_536_000;

/** The cookie's two letters: open, collapsed or by the screen; permanent or temporary. */
export const frameText = ({ navCollapsed, drawerType }: FrameChoice): string =>
  `${navCollapsed === null ? 's' : navCollapsed ? 'c' : 'o'}${drawerType === 'temporary' ? 't' : 'p'}`;

/** The choice that a cookie holds; a permanent menu, open by the screen, where it holds none of ours. */
export const frameOf = (text: string | undefined): FrameChoice => ({
  navCollapsed: /^[oc][pt]$/.test(text ?? '') ? text?.[0] === 'c' : null,
  drawerType: /^[ocs]t$/.test(text ?? '') ? 'temporary' : 'permanent',
});

export const useClientSettings = create<ClientSettings>()(
  persist(
    (set) => ({
      ...frameOf(undefined),
      isMapMenuOpen: true,
      setNavCollapsed: (navCollapsed) => set({ navCollapsed }),
      setDrawerType: (drawerType) => set({ drawerType }),
      toggleMapMenu: () => set((now) => ({ isMapMenuOpen: !now.isMapMenuOpen })),
    }),
    {
      name: FRAME_COOKIE,
      storage: {
        getItem: (name) => {
          const text = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1];
          return text ? { state: frameOf(text) } : null;
        },
        setItem: (name, { state }) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
          document.cookie = `${name}=${frameText(state)}; path=/; max-age=${YEAR}; samesite=lax`;
        },
        removeItem: (name) => {
          // biome-ignore lint/suspicious/noDocumentCookie: see above
          document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
        },
      },
      partialize: ({ navCollapsed, drawerType }): FrameChoice => ({ navCollapsed, drawerType }),
      skipHydration: true,
    },
  ),
);
