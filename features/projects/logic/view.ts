// What the address says about the lists of projects.
import { api } from '@/contract/index';
import { PROJECT_ROLES } from '@/contract/schemas/project';
import { choiceFilter, flagFilter, numberFilter, textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

const common = {
  call: api.projects.list,
  orders: ['id', 'name', 'due_date', 'state', 'submitted_date', 'create_date', 'modified_date'],
} as const;

export const PROJECTS_VIEW = defineView({
  ...common,
  filters: {
    q: textFilter('search'),
    state: numberFilter('state', [1, 2, 3, 4, 5, 6, 7]),
    role: choiceFilter('role', PROJECT_ROLES),
    overdue: flagFilter('overdue'),
  },
  order: '-id',
});

const waiting = defineView({ ...common, filters: { q: textFilter('search') }, order: 'submitted_date' });

/** Projects that wait for the reader's verdict: all of them, or those that wait for the second one. */
export const SUPERVISION_VIEW: typeof waiting = {
  ...waiting,
  toQuery: (view, size) => ({ ...waiting.toQuery(view, size), my_supervision: true }),
};
export const SECOND_VIEW: typeof waiting = {
  ...waiting,
  toQuery: (view, size) => ({ ...waiting.toQuery(view, size), second_approval: true }),
};
