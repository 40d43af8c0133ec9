// Guards of boundaries and projects.
import type { Mutant } from './mutant';

const REGIONS = ['backend/areas/regions/regions.test.ts'];
const REACH = ['backend/areas/regions/reach.test.ts'];
const CIRCLES = ['backend/areas/regions/circles.test.ts'];
const RESHAPE = ['backend/areas/regions/reshape.test.ts'];
const EDGES = ['backend/areas/regions/work/edges.test.ts'];
const STEPS = ['backend/areas/projects/rules.test.ts'];
const CELLS = ['backend/areas/projects/tasks/rules.test.ts'];
const WORK = ['backend/areas/projects/work.test.ts'];
const PROJECTS = ['backend/areas/projects/projects.test.ts'];

const REGION_GUARDS: readonly Mutant[] = [
  {
    area: 'regions',
    guard: 'who is bound sees the own regions alone',
    file: 'backend/areas/regions/access.ts',
    find: 'only: seesAllRegions(caller) ? null : caller.regions,',
    replace: 'only: null,',
    tests: REGIONS,
  },
  {
    area: 'regions',
    guard: 'nobody widens the region that binds them',
    file: 'backend/areas/regions/rules.ts',
    find: "!caller.superuser && caller.regions.includes(id) ? 'regionOwn' : null;",
    replace: "!caller.superuser && caller.regions.includes(-id) ? 'regionOwn' : null;",
    tests: REGIONS,
  },
  {
    area: 'regions',
    guard: 'the last region of a person stays',
    file: 'backend/areas/regions/rules.ts',
    find: "if (people) return { wording: 'regionInUse', params: { count: people } };",
    replace: '',
    tests: REGIONS,
  },
  {
    area: 'regions',
    guard: 'the bounds of an open project stay',
    file: 'backend/areas/regions/rules.ts',
    find: "return projects ? { wording: 'regionOfProject', params: { count: projects } } : null;",
    replace: 'return projects < 0 ? null : null;',
    tests: REGIONS,
  },
  {
    area: 'regions',
    guard: 'whom a region binds is not asked by everybody',
    file: 'backend/areas/regions/handlers.ts',
    find: 'if (person !== undefined && !managesRegions(ctx.caller)) throw forbidden();',
    replace: '',
    tests: REACH,
  },
  {
    area: 'regions',
    guard: 'no region lies in itself',
    file: 'backend/areas/regions/tree.ts',
    find: "else if (id !== null && (await isInside(tx, parent, id))) problems.parent = 'regionCircle';",
    replace: '',
    tests: REACH,
  },
  {
    area: 'regions',
    guard: 'two who change parents wait for one another',
    file: 'backend/areas/regions/tree.ts',
    find: '  await holdTree(tx, customer);\n',
    replace: '',
    tests: CIRCLES,
    needs: 'server',
  },
  {
    area: 'regions',
    guard: 'who is bound gives people their own regions alone',
    file: 'backend/areas/regions/work/people.ts',
    find: "if (!caller.superuser && caller.regions.length > 0 && !caller.regions.includes(id)) throw ruled('regionForeign');",
    replace: '',
    tests: REACH,
  },
  {
    area: 'regions',
    guard: 'a last region is taken only by who knows it',
    file: 'backend/areas/regions/work/people.ts',
    find: 'const sole = everywhere ? [] : await findSole(tx, id, remove);',
    replace: 'const sole = everywhere || id ? [] : await findSole(tx, id, remove);',
    tests: REACH,
  },
  {
    area: 'regions',
    guard: 'no region of an open project ends in another one',
    file: 'backend/areas/regions/work/reshape.ts',
    find: 'if (projects > 0) {',
    replace: 'if (projects < 0) {',
    tests: RESHAPE,
  },
  {
    area: 'regions',
    guard: 'who is bound joins no region of other people',
    file: 'backend/areas/regions/work/reshape.ts',
    find: "if (isBound && uses.some(([, use]) => use.bound > 0)) throw ruled('regionForeign');",
    replace: '',
    tests: RESHAPE,
  },
  {
    area: 'regions',
    guard: 'what lies on the edge of lost ground is held against the other shape',
    file: 'backend/areas/regions/work/count.ts',
    find: 'd.free or st_containsproperly(d.geom, n.geom) as settled',
    replace: 'true as settled',
    tests: EDGES,
  },
];

const PROJECT_GUARDS: readonly Mutant[] = [
  {
    area: 'projects',
    guard: 'a step of managers',
    file: 'backend/areas/projects/rules.ts',
    find: "if (whose === 'manager' && !by.manages) return 'projectManager';",
    replace: '',
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'a verdict of its supervisors alone',
    file: 'backend/areas/projects/rules.ts',
    find: "if (!p.supervisors.includes(by.id)) return 'projectSupervisor';",
    replace: '',
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'nobody judges what they worked on',
    file: 'backend/areas/projects/rules.ts',
    find: "if (member || p.worked.includes(by.id)) return 'ownProject';",
    replace: "if (member) return 'ownProject';",
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'the right of the second approval',
    file: 'backend/areas/projects/rules.ts',
    find: "if (!by.maySecond) return 'secondRight';",
    replace: '',
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'two approvals of two people',
    file: 'backend/areas/projects/rules.ts',
    find: "if (p.first === by.id) return 'secondPerson';",
    replace: '',
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'somebody is left for the second approval',
    file: 'backend/areas/projects/rules.ts',
    find: 'if (to === S.first && by.maySecond &&',
    replace: 'if (to < S.draft && by.maySecond &&',
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'what is approved stays as it is',
    file: 'backend/areas/projects/rules.ts',
    find: 'if (state === S.approved || state === S.closed) return false;',
    replace: '',
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'a return has a reason',
    file: 'backend/areas/projects/rules.ts',
    find: "return to === S.returned && !reason ? 'reasonMissing' : null;",
    replace: 'return null;',
    tests: STEPS,
  },
  {
    area: 'projects',
    guard: 'work is saved by members alone',
    file: 'backend/areas/projects/access.ts',
    find: "if (!isMember && !managesProjects(ctx.caller)) throw ruled('projectMember');",
    replace: '',
    tests: WORK,
  },
  {
    area: 'projects',
    guard: 'work outside of the region is refused',
    file: 'backend/areas/projects/access.ts',
    find: 'if (geometry && project.region_id !== null &&',
    replace: 'if (geometry && project.region_id === null &&',
    tests: WORK,
  },
  {
    area: 'projects',
    guard: 'people of another organisation are in no project',
    file: 'backend/areas/projects/handlers.ts',
    find: 'if (people.length && (await countPeople(db, ctx.caller.customer, people)) !== people.length) throw notFound();',
    replace: '',
    tests: PROJECTS,
  },
  {
    area: 'projects',
    guard: 'a cell is finished by who has it',
    file: 'backend/areas/projects/tasks/rules.ts',
    find: "if (step.by === 'holder' && !(isOwn && by.isMember)) return 'taskHolder';",
    replace: '',
    tests: CELLS,
  },
  {
    area: 'projects',
    guard: 'a cell is checked by who never worked',
    file: 'backend/areas/projects/tasks/rules.ts',
    find: "if (step.by === 'judge' && !by.isJudge) return 'projectJudge';",
    replace: '',
    tests: CELLS,
  },
];

export const PLACES: readonly Mutant[] = [...REGION_GUARDS, ...PROJECT_GUARDS];
