// The demo: one organisation with people for every role and real layers. Only ever written into an empty database.
import { daysAfter, TRIAL_PLAN } from '../areas/subscription/rules';
import { subscribe } from '../areas/subscription/store';
import type { Engine } from '../db/engine';
import * as make from './builders';
import { createTracks } from './demo-field';
import { HISTORY_DAYS, playHistory } from './demo-history';
import { createJournals } from './demo-journals';
import { createDemoLayers } from './demo-layers';
import { createMaps } from './demo-maps';
import { createDemoPeople } from './demo-people';
import { createProjects } from './demo-projects';
import { createTalk, sendVerdicts } from './demo-talk';
import { writeRecordWork } from './record-work';
import { createColleagues } from './related/colleagues';
import { createPublishing } from './related/publishing';
import { createReviews } from './related/review';
import { createRoles } from './related/roles';
import { createTerrain, type DemoFiles } from './related/terrain';
import { createViews } from './related/views';
import { createVisits } from './related/visits';
import { createWells } from './related/wells';

export { ALL_MODULES, DEMO_PASSWORD, DEMO_USERS } from './demo-people';

const DAY_MS = 86_400_000;

/** The demo's own trial: its superuser can buy plans, and neither time nor limits stop anybody before that. */
const TRIAL = { plan: TRIAL_PLAN, purchase: null, days: 3650, layer_limit: 1000, disk_limit: 102_400 };

export const DEMO_CONFIG = {
  name: 'پهنه',
  name_subtitle: 'سامانه اطلاعات مکانی',
  title: 'سامانه اطلاعات مکانی تحت وب',
  subtitle: 'ساخت، ویرایش، نظارت و انتشار لایه‌های نقشه',
  footer_subtitle: '',
  customer_link: '',
  expires: null,
  version: '1.16.2',
  view: { center: [53.7, 32.4], zoom: 5 },
};

export interface SeedOptions {
  /** Receives each step. */
  say?(step: string): void;
  /** Code of the country whose towns there are; all countries where it is left out. */
  only?: string;
  /** The moment up to which the demo's people have worked; the present one where it is left out. Equal moments give equal rows. */
  now?: Date;
  /** Where files go; without it there is no raster. */
  files?: DemoFiles;
}

/** Fills an empty database; does nothing where there is a customer already. */
export async function seedDemo(engine: Engine, { say = () => {}, only, now = new Date(), files }: SeedOptions = {}) {
  if (await engine.db.selectFrom('customer').select('id').executeTakeFirst()) return;
  say('people');
  const created = new Date(now.getTime() - (HISTORY_DAYS + 2) * DAY_MS);
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const { people, roles, iran } = await createDemoPeople(engine, customer, created);
  const owner = people.superuser;
  const { days, ...trial } = TRIAL;
  await subscribe(engine.db, { ...trial, customer, starts: now, ends: daysAfter(now, days) });
  const layers = await createDemoLayers(engine, { customer, owner, roles, created, only, say });
  say('history');
  const work = playHistory(layers, people, now);
  await writeRecordWork(engine, work);
  const base = { customer, owner, roles, created };
  await createVisits(engine, base, layers.facilities.id);
  const water = [await createWells(engine, base, layers.plots.id)];
  if (files) water.push(await createTerrain(engine, base, files));
  await make.createGroup(engine, customer, 'آب و زمین', water, layers.survey);
  const reviews = await createReviews(engine, base, people, now);
  await make.createGroup(engine, customer, 'در دست بررسی', reviews.layers);
  await createViews(engine, { account: owner, at: created }, layers.places);
  await sendVerdicts(engine, customer, work);
  await sendVerdicts(engine, customer, reviews.log);
  await createJournals(engine, { customer, people, layers: layers.all, steps: work.steps, now });
  say('projects, messages, tracks');
  const { provinces, places } = layers;
  const all = [...layers.all, ...water, ...reviews.placed];
  const [facilities, plots, stations] = [layers.facilities.id, layers.plots.id, layers.stations.id];
  const projectLayers = { plots, facilities, stations, provinces };
  await createProjects(engine, { customer, people, region: iran, layers: projectLayers, now });
  await createTalk(engine, customer, people, now);
  await createTracks(engine, customer, people, now);
  await createRoles(engine, { customer, work: [plots, facilities, stations], open: [provinces, places] });
  await createColleagues(engine, { customer, roles, people, created, now });
  await createPublishing(engine, { customer, by: owner, person: people.editor, now, layers: { places, facilities } });
  await createMaps(engine, people, { facilities, plots, stations, provinces, places, all });
}
