// Projects and their way through the states.

import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, page } from '../schemas/common';
import { NewProject, Project, ProjectEdit, ProjectLog, ProjectQuery } from '../schemas/project';
import { Choice } from '../schemas/user';

const managers = { module: 17 };
const example = { params: { id: 'project' } };

export const projects = {
  list: get('project/', { query: ProjectQuery, ok: page(Project), needs: 'session', reads: ['project'], example: {} }),
  one: get('project/:id/', { ok: Project, needs: 'session', reads: ['project'], example }),
  create: post('project/', {
    body: NewProject,
    ok: Project,
    needs: managers,
    touches: ['project'],
    example: { body: { name: 'Example', layers: ['layer'], region: 'region', members: ['viewerAccount'] } },
  }),
  /** A member submits, a supervisor gives a verdict, a manager changes the rest. */
  edit: patch('project/:id/', {
    body: ProjectEdit,
    ok: Project,
    needs: 'session',
    touches: ['project'],
    example: { params: { id: 'project' }, body: { due_date: '2030-01-01' } },
  }),
  remove: del('project/:id/', {
    ok: Done,
    needs: managers,
    touches: ['project'],
    example: { params: { id: 'spareProject' } },
  }),
  states: get('project/state_choices/', { ok: z.array(Choice), needs: 'session', example: {} }),
  logs: get('project/:id/logs/', { ok: z.array(ProjectLog), needs: 'session', reads: ['project'], example }),
};
