// Projects and their way through the states.

import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, page } from '../schemas/common';
import { NewProject, Project, ProjectEdit, ProjectLog, ProjectQuery } from '../schemas/project';
import { Choice } from '../schemas/user';

const managers = { module: 17 };

export const projects = {
  list: get('project/', { query: ProjectQuery, ok: page(Project), needs: 'session', reads: ['project'] }),
  one: get('project/:id/', { ok: Project, needs: 'session', reads: ['project'] }),
  create: post('project/', { body: NewProject, ok: Project, needs: managers, touches: ['project'] }),
  /** A member submits, a supervisor gives his verdict, a manager changes the rest. */
  edit: patch('project/:id/', { body: ProjectEdit, ok: Project, needs: 'session', touches: ['project'] }),
  remove: del('project/:id/', { ok: Done, needs: managers, touches: ['project'] }),
  states: get('project/state_choices/', { ok: z.array(Choice), needs: 'session' }),
  logs: get('project/:id/logs/', { ok: z.array(ProjectLog), needs: 'session', reads: ['project'] }),
};
