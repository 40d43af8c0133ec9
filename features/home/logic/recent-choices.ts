// What was chosen in the search lately, newest first. Lives as long as the page.
import { create } from 'zustand';

const MAX_RECENT = 5;

/** A choice as the search shows it; its place on earth or what it opens is in `run`. */
export interface RecentChoice {
  key: string;
  label: string;
  run: () => void;
}

interface RecentChoices {
  recent: readonly RecentChoice[];
  add(choice: RecentChoice): void;
}

export const useRecentChoices = create<RecentChoices>()((set) => ({
  recent: [],
  add: (choice) => set(({ recent }) => ({ recent: [choice, ...recent.filter(({ key }) => key !== choice.key)].slice(0, MAX_RECENT) })), // biome-ignore format: one line
}));
