// Jobs that the header watches: those that were ordered here, until their end was seen; and those removed from its list.
import { create } from 'zustand';

export interface JobsState {
  watching: readonly string[];
  dismissed: readonly string[];
  watch: (id: string) => void;
  /** Their ends were seen. */
  rest: (ids: readonly string[]) => void;
  dismiss: (id: string) => void;
}

export const useJobs = create<JobsState>((set) => ({
  watching: [],
  dismissed: [],
  watch: (id) => set(({ watching }) => ({ watching: [...watching, id] })),
  rest: (ids) => set(({ watching }) => ({ watching: watching.filter((one) => !ids.includes(one)) })),
  dismiss: (id) => set(({ dismissed }) => ({ dismissed: [...dismissed, id] })),
}));
