// The demo's projects, led through their states by the people who may.
import { dayAt } from '../../contract/dates';
import { addDays } from '../../contract/jalali';
import { PROJECT_STATES as S } from '../../contract/schemas/project';
import { sendNotice } from '../areas/messages/notices';
import { firstAfter, problemOf } from '../areas/projects/rules';
import * as store from '../areas/projects/store';
import type { Engine } from '../db/engine';
import type { DemoPeople, DemoUser } from './demo-people';
import { instantAt } from './working-hours';

interface Step {
  to: number;
  by: DemoUser;
  /** Days before the seed. */
  ago: number;
  reason?: string;
}
interface Definition {
  name: string;
  description: string;
  layers: number[];
  members: DemoUser[];
  supervisors: DemoUser[];
  /** Days before the seed on which it was made, and after it on which it is due. */
  ago: number;
  due: number;
  steps: Step[];
}

export interface ProjectLayers {
  plots: number;
  facilities: number;
  stations: number;
  provinces: number;
}

const projectsOf = ({ plots, facilities, stations, provinces }: ProjectLayers): Definition[] => [
  {
    name: 'بازبینی مرز استان‌ها',
    description: 'سنجش مرز استان‌ها با آخرین تقسیمات کشوری و اصلاح نام مرکزها.',
    layers: [provinces],
    members: ['editor'],
    supervisors: ['supervisor', 'superuser'],
    ago: 88,
    due: -40,
    steps: [
      { to: S.running, by: 'manager', ago: 86 },
      { to: S.submitted, by: 'editor', ago: 62 },
      { to: S.first, by: 'supervisor', ago: 60 },
      { to: S.approved, by: 'superuser', ago: 58 },
      { to: S.closed, by: 'manager', ago: 55 },
    ],
  },
  {
    name: 'برداشت قطعه‌های کشاورزی',
    description: 'برداشت مرز، کشت و شیوه آبیاری قطعه‌های سه دشت، با بازدید از هر قطعه.',
    layers: [plots],
    members: ['regional', 'editor'],
    supervisors: ['supervisor'],
    ago: 74,
    due: 35,
    steps: [
      { to: S.running, by: 'manager', ago: 72 },
      { to: S.submitted, by: 'regional', ago: 28 },
      { to: S.returned, by: 'supervisor', ago: 25, reason: 'قطعه‌های دشت نیشابور هنوز برداشت نشده است.' },
      { to: S.running, by: 'regional', ago: 24 },
    ],
  },
  {
    name: 'به‌روزرسانی خدمات شهری',
    description: 'تکمیل ظرفیت، وضعیت و تاریخ بازدید خدمات شهرهای بزرگ.',
    layers: [facilities],
    members: ['editor', 'regional'],
    supervisors: ['supervisor', 'superuser'],
    ago: 60,
    due: 7,
    steps: [
      { to: S.running, by: 'manager', ago: 58 },
      { to: S.submitted, by: 'editor', ago: 6 },
      { to: S.first, by: 'supervisor', ago: 3 },
    ],
  },
  {
    name: 'شبکه چاه‌های مشاهده‌ای',
    description: 'بازدید دوره‌ای چاه‌ها و ثبت ژرفای آب.',
    layers: [stations],
    members: ['regional'],
    supervisors: ['supervisor'],
    ago: 45,
    due: 14,
    steps: [
      { to: S.running, by: 'manager', ago: 44 },
      { to: S.submitted, by: 'regional', ago: 2 },
    ],
  },
];

export interface ProjectSetting {
  customer: number;
  people: DemoPeople;
  region: number;
  layers: ProjectLayers;
  now: Date;
}

/** Writes the projects with every step that they went through. */
export async function createProjects(engine: Engine, { customer, people, region, layers, now }: ProjectSetting) {
  const daysAgo = (ago: number, hour: number) => instantAt(addDays(dayAt(now), -ago), hour);
  const idsOf = (users: readonly DemoUser[]) => users.map((user) => people[user]);
  for (const definition of projectsOf(layers)) {
    const { name, description } = definition;
    const [members, supervisors] = [idsOf(definition.members), idsOf(definition.supervisors)];
    await engine.db.transaction().execute(async (tx) => {
      const at = daysAgo(definition.ago, 9.25);
      const due_date = addDays(dayAt(now), definition.due);
      const common = { name, description, due_date };
      const project = await store.insert(tx, customer, people.manager, { ...common, region, at });
      await store.setLayers(tx, project, definition.layers);
      await store.setPeople(tx, project, false, members, false);
      await store.setPeople(tx, project, true, supervisors, false);
      await store.log(tx, { project, account: people.manager, at, from: null, to: S.draft, reason: null });
      const standing = {
        state: S.draft as number,
        members,
        supervisors,
        worked: members,
        first: null as number | null,
      };
      for (const { to, by, ago, reason } of definition.steps) {
        const account = people[by];
        const manages = by === 'manager' || by === 'superuser';
        const problem = problemOf(standing, to, { id: account, manages, maySecond: by === 'superuser' }, reason);
        if (problem) throw new Error(`the demo breaks a rule: ${problem}`);
        const at = daysAgo(ago, 10.5);
        await store.log(tx, { project, account, at, from: standing.state, to, reason: reason ?? null });
        if (to === S.returned) {
          const args = { name, ...(reason ? { reason } : {}) };
          const link = `/app/project-details/${project}`;
          await sendNotice(
            tx,
            { id: account, customer },
            { code: 'project_returned', args, recipients: members, link, at },
          );
        }
        standing.first = firstAfter(standing, to, account);
        standing.state = to;
        await store.update(tx, project, { ...common, region_id: region, state: to, first_id: standing.first, at });
      }
    });
  }
}
