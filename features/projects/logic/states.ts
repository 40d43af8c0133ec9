// How states of projects look, and the words of the steps between them. Pure.
import { PROJECT_STATES as S } from '@/contract/schemas/project';

export const STATE_ORDER = [S.draft, S.running, S.returned, S.submitted, S.first, S.approved, S.closed] as const;
export type StateId = (typeof STATE_ORDER)[number];

/** Mantine's names. */
const COLOURS: Record<StateId, string> = {
  [S.draft]: 'gray',
  [S.running]: 'indigo',
  [S.submitted]: 'yellow',
  [S.first]: 'orange',
  [S.approved]: 'teal',
  [S.returned]: 'red',
  [S.closed]: 'gray',
};
export const colourOf = (state: number): string => COLOURS[state as StateId] ?? 'gray';

/** Each step has a verb of its own. */
export const STEP_KEYS = ['1_2', '2_3', '3_4', '3_5', '3_6', '4_5', '4_6', '6_2', '5_7'] as const;
export type StepKey = (typeof STEP_KEYS)[number];
export const stepKey = (from: number, to: number): StepKey | null =>
  STEP_KEYS.find((key) => key === `${from}_${to}`) ?? null;

/** Whether work goes on in it, so that its due day counts. */
export const isUnderWay = (state: number): boolean => state !== S.approved && state !== S.closed;
/** A day before today, while it is under way. */
export const isOverdue = (due: string | null, state: number, today: string): boolean =>
  due !== null && due < today && isUnderWay(state);
