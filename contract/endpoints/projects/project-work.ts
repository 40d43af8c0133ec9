// The work inside a project: none of these calls is in the published list.
import { z } from 'zod';
import { del, get, patch, post } from '../../define';
import { Done, page } from '../../schemas/common';
import {
  Area,
  AreaQuery,
  Check,
  Comment,
  CommentQuery,
  NearProject,
  NearQuery,
  NewComment,
  NewTasks,
  NewTemplate,
  PointQuery,
  Progress,
  ProjectTemplate,
  Task,
  TaskQuery,
  TaskStep,
} from '../../schemas/projects/project-work';

const managers = { module: 17 };
const example = { params: { id: 'project' } };
const common = { needs: 'session', beyond: true } as const;

export const projectWork = {
  /** What keeps a draft from starting. */
  checklist: get('project/:id/checklist/', { ...common, ok: z.array(Check), reads: ['project', 'layer', 'role', 'user'], example }), // biome-ignore format: one row
  /** Where projects lie: their people see it also where they are not bound to the region. */
  areas: get('project_area/', {
    ...common,
    query: AreaQuery,
    ok: z.array(Area),
    reads: ['project', 'region'],
    example: { query: { ids: 'workProject' } },
  }),
  /** The five projects that are nearest to a place, by their regions. */
  near: get('project_near/', {
    ...common,
    query: NearQuery,
    ok: z.array(NearProject),
    reads: ['project', 'region'],
    example: { query: { lon: 51.4, lat: 35.7 } },
  }),
  /** How far it is: records by layer, maker and status, cells by state, and the days of the work. */
  progress: get('project/:id/progress/', {
    ...common,
    ok: Progress,
    heavy: true,
    reads: ['project', 'record'],
    example,
  }),
  tasks: get('project/:id/task/', { ...common, query: TaskQuery, ok: page(Task), reads: ['project'], example }),
  /** Cuts the region into cells, in place of cells in which nobody has begun. */
  makeTasks: post('project/:id/task/', {
    ...common,
    body: NewTasks,
    ok: z.object({ count: z.number().int() }),
    heavy: true,
    needs: managers,
    touches: ['project'],
    example: { params: { id: 'workProject' }, body: { kind: 'parts', dry_run: true } },
  }),
  moveTask: patch('project/:id/task/:task/', {
    ...common,
    body: TaskStep,
    ok: Task,
    touches: ['project'],
    example: { params: { id: 'workProject', task: 'task' }, body: { act: 'take' } },
  }),
  /** The open cell nearest to a place. */
  nextTask: get('project/:id/next_task/', {
    ...common,
    query: PointQuery,
    ok: z.object({ task: Task.nullable() }),
    reads: ['project'],
    example: { params: { id: 'workProject' }, query: { lon: '51.4', lat: '35.7' } },
  }),
  comments: get('project/:id/comment/', {
    ...common,
    query: CommentQuery,
    ok: page(Comment),
    reads: ['project'],
    example,
  }),
  comment: post('project/:id/comment/', {
    ...common,
    body: NewComment,
    ok: Comment,
    touches: ['project'],
    example: { params: { id: 'project' }, body: { text: 'Example' } },
  }),
  templates: get('project_template/', { ...common, needs: managers, ok: z.array(ProjectTemplate), reads: ['project'], example: {} }), // biome-ignore format: one row
  makeTemplate: post('project_template/', {
    ...common,
    needs: managers,
    body: NewTemplate,
    ok: ProjectTemplate,
    touches: ['project'],
    example: {
      body: {
        name: 'Example',
        is_shared: true,
        data: {
          description: '',
          layers: ['layer'],
          region: 'region',
          members: [],
          supervisors: [],
          approvals: 1,
          days: 30,
        },
      },
    },
  }),
  removeTemplate: del('project_template/:id/', {
    ...common,
    needs: managers,
    ok: Done,
    touches: ['project'],
    example: { params: { id: 'template' } },
  }),
};
