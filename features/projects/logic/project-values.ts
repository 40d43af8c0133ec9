// The values of a project's form, and the body that they become. Pure.
import { type Project, PROJECT_STATES as S } from '@/contract/schemas/project';
import type { TemplateData } from '@/contract/schemas/projects/project-work';
import type { Standing } from '@/lib/form/use-resource-form';

export interface ProjectValues {
  name: string;
  description: string;
  /** None or one: a picker's list. */
  region: number[];
  layers: number[];
  members: number[];
  supervisors: number[];
  approvals: number;
  due_date: string | null;
}

const EMPTY: ProjectValues = {
  name: '',
  description: '',
  region: [],
  layers: [],
  members: [],
  supervisors: [],
  approvals: 1,
  due_date: null,
};
export const NEW_PROJECT: Standing<ProjectValues> = { values: EMPTY, etag: null };

export function toStanding({ body, etag }: { body: Project; etag: string | null }): Standing<ProjectValues> {
  const { name, description, region, layers, members, supervisors, approvals, due_date } = body;
  const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id);
  return {
    values: {
      name,
      description,
      region: region === null ? [] : [region],
      layers,
      members: idsOf(members),
      supervisors: idsOf(supervisors),
      approvals: approvals ?? 2,
      due_date,
    },
    etag,
  };
}

export const toBody = ({ region, ...rest }: Partial<ProjectValues>): object => ({
  ...rest,
  ...(region === undefined ? {} : { region: region[0] ?? null }),
});

const FIXED_WHEN_JUDGED: readonly (keyof ProjectValues)[] = ['name', 'region', 'layers', 'members'];
/** Whether a part stays as it is in a state: what is judged, and how many judge it once it has started. */
export const isFixed = (part: keyof ProjectValues, state: number | null): boolean =>
  state !== null &&
  ((part === 'approvals' && state !== S.draft) ||
    (FIXED_WHEN_JUDGED.includes(part) && (state === S.submitted || state === S.first)));

const DAY_MS = 86_400_000;
const plusDays = (day: string, n: number): string => new Date(Date.parse(day) + n * DAY_MS).toISOString().slice(0, 10);

/** A template's values, due so many days after `today`. */
export const fromTemplate = (data: TemplateData, today: string): Omit<ProjectValues, 'name'> => ({
  description: data.description,
  region: data.region === null ? [] : [data.region],
  layers: data.layers,
  members: data.members,
  supervisors: data.supervisors,
  approvals: data.approvals,
  due_date: data.days === null ? null : plusDays(today, data.days),
});

export const toTemplate = (values: ProjectValues, today: string): TemplateData => ({
  description: values.description,
  region: values.region[0] ?? null,
  layers: values.layers,
  members: values.members,
  supervisors: values.supervisors,
  approvals: values.approvals,
  days:
    values.due_date === null
      ? null
      : Math.min(3650, Math.max(0, Math.round((Date.parse(values.due_date) - Date.parse(today)) / DAY_MS))),
});
