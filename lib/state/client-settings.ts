// What a person chose for this browser, kept in local storage: how the side menu stands. Map tools are open until closed.
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export type DrawerType = 'permanent' | 'temporary';

export interface ClientSettings {
  /** The side menu shows icons only. */
  navCollapsed: boolean;
  drawerType: DrawerType;
  /** The tool rail of the map is shown. */
  isMapMenuOpen: boolean;
  setNavCollapsed: (collapsed: boolean) => void;
  setDrawerType: (type: DrawerType) => void;
  toggleMapMenu: () => void;
}

export const useClientSettings = create<ClientSettings>()(
  persist(
    (set) => ({
      navCollapsed: false,
      drawerType: 'permanent',
      isMapMenuOpen: true,
      setNavCollapsed: (navCollapsed) => set({ navCollapsed }),
      setDrawerType: (drawerType) => set({ drawerType }),
      toggleMapMenu: () => set((now) => ({ isMapMenuOpen: !now.isMapMenuOpen })),
    }),
    {
      name: 'clientSettings',
      storage: createJSONStorage(() => localStorage),
      partialize: ({ navCollapsed, drawerType }) => ({ navCollapsed, drawerType }),
      skipHydration: true,
    },
  ),
);
