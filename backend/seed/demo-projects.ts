// The demo's projects, led through their states by the people who may.
import { dayAt } from '../../contract/dates';
import { addDays } from '../../contract/jalali';
import { PROJECT_STATES as S } from '../../contract/schemas/project';
import { notifyStep } from '../areas/projects/notify';
import { firstAfter, problemOf, type Standing } from '../areas/projects/rules';
import * as store from '../areas/projects/store';
import type { Engine } from '../db/engine';
import type { DemoPeople, DemoUser } from './demo-people';
import { createCells } from './related/cells';
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
  /** Supervisors who differ, of whom one may give the second; else one. */
  approvals?: 2;
  steps: Step[];
  /** Metres of a side of its cells. */
  cells?: number;
}

export interface ProjectLayers {
  plots: number;
  facilities: number;
  stations: number;
  provinces: number;
}

const longerOnes = ({ plots, facilities, stations, provinces }: ProjectLayers): Definition[] => [
  {
    name: 'بازبینی مرز استان‌ها',
    description: 'سنجش مرز استان‌ها با آخرین تقسیمات کشوری و اصلاح نام مرکزها.',
    layers: [provinces],
    members: ['editor'],
    supervisors: ['supervisor', 'superuser'],
    approvals: 2,
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
    cells: 250_000,
  },
  {
    name: 'به‌روزرسانی خدمات شهری',
    description: 'تکمیل ظرفیت، وضعیت و تاریخ بازدید خدمات شهرهای بزرگ.',
    layers: [facilities],
    members: ['editor', 'regional'],
    supervisors: ['supervisor', 'superuser'],
    approvals: 2,
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

const shorterOnes = ({ plots, provinces }: ProjectLayers): Definition[] => [
  {
    name: 'نقشه قنات‌ها',
    description: 'برداشت مظهر و مادرچاه قنات‌ها. اعضا و موعد هنوز روشن نیست.',
    layers: [plots],
    members: ['editor'],
    supervisors: [],
    ago: 4,
    due: 120,
    steps: [],
  },
  {
    name: 'پالایش نام شهرها',
    description: 'یکدست کردن نام مرکزهای استان.',
    layers: [provinces],
    members: ['editor'],
    supervisors: ['supervisor'],
    ago: 40,
    due: 2,
    steps: [
      { to: S.running, by: 'manager', ago: 38 },
      { to: S.submitted, by: 'editor', ago: 5 },
      { to: S.approved, by: 'supervisor', ago: 1 },
    ],
  },
  {
    name: 'سرشماری باغ‌ها',
    description: 'شمار درختان و گونه‌های هر باغ.',
    layers: [plots],
    members: ['regional'],
    supervisors: ['supervisor'],
    ago: 33,
    due: -2,
    steps: [
      { to: S.running, by: 'manager', ago: 31 },
      { to: S.submitted, by: 'regional', ago: 4 },
      { to: S.returned, by: 'supervisor', ago: 3, reason: 'مساحت چند باغ با تصویر نمی‌خواند. دوباره بازدید کنید.' },
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
  for (const definition of [...longerOnes(layers), ...shorterOnes(layers)]) {
    const { name, description, approvals = 1 } = definition;
    const [members, supervisors] = [idsOf(definition.members), idsOf(definition.supervisors)];
    await engine.db.transaction().execute(async (tx) => {
      const at = daysAgo(definition.ago, 9.25);
      const due_date = addDays(dayAt(now), definition.due);
      const common = { name, description, due_date, approvals };
      const project = await store.insert(tx, customer, people.manager, { ...common, region, at });
      await store.setLayers(tx, project, definition.layers);
      await store.setPeople(tx, project, false, members, false);
      await store.setPeople(tx, project, true, supervisors, false);
      await store.log(tx, { project, account: people.manager, at, from: null, to: S.draft, reason: null });
      const standing: Standing = {
        state: S.draft,
        members,
        supervisors,
        worked: members,
        first: null,
        approvals,
        seconds: supervisors.filter((id) => id === people.superuser),
        left: 0,
      };
      for (const { to, by, ago, reason } of definition.steps) {
        const account = people[by];
        const manages = by === 'manager' || by === 'superuser';
        const problem = problemOf(standing, to, { id: account, manages, maySecond: by === 'superuser' }, reason);
        if (problem) throw new Error(`the demo breaks a rule: ${problem}`);
        const at = daysAgo(ago, 10.5);
        await store.log(tx, { project, account, at, from: standing.state, to, reason: reason ?? null });
        const row = {
          id: project,
          name,
          members: members.map((id) => ({ id })),
          supervisors: supervisors.map((id) => ({ id })),
          worked: members,
          seconds: [...standing.seconds],
          creator: { id: people.manager },
        };
        await notifyStep(tx, { id: account, customer }, row, to, reason, at);
        standing.first = firstAfter(standing, to, account);
        standing.state = to;
        const submitter = to === S.submitted ? account : undefined;
        const change = { ...common, region_id: region, state: to, first_id: standing.first, submitter, at };
        await store.update(tx, project, change);
      }
      if (definition.cells)
        await createCells(tx, { project, region, size: definition.cells, members, judge: people.supervisor, now });
    });
  }
}
