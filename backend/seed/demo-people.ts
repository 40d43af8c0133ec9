// The demo's people: one for every role, with the regions that they may work in.
import { insertRegions } from '../areas/regions/store';
import type { Engine } from '../db/engine';
import * as make from './builders';
import { countries, provinces } from './world';

/** The demo's password, the same for all; printed by `npm start`. It exists only in demo data on this computer. */
export const DEMO_PASSWORD = 'Pahneh-1404';
export const DEMO_USERS = ['superuser', 'manager', 'editor', 'viewer', 'regional', 'supervisor'] as const;
export type DemoUser = (typeof DEMO_USERS)[number];

const DAY_MS = 86_400_000;

/** Every module id of the product. */
export const ALL_MODULES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17];

/** Countries that are regions: Iran first, with its provinces below it. */
const REGIONS = ['IR', 'IQ', 'TR', 'AF', 'PK'];

async function createRegions(engine: Engine, customer: number): Promise<number> {
  const world = countries();
  const shapes = REGIONS.map((code) => {
    const country = world.find((c) => c.code === code);
    if (!country) throw new Error(`no country ${code} in the atlas`);
    return { label: country.fa, geometry: country.geometry, code };
  });
  return engine.db.transaction().execute(async (tx) => {
    const [iran] = await insertRegions(tx, customer, shapes);
    const parent = iran?.id as number;
    await insertRegions(
      tx,
      customer,
      provinces().map(({ geometry, names }) => ({ label: names.name, geometry, parent })),
    );
    return parent;
  });
}

export type DemoRoles = Record<'all' | 'manager' | 'editor' | 'viewer' | 'supervisor', number>;
export type DemoPeople = Record<DemoUser, number>;

/** Ids of the roles, of the people by their user names, and of the region that is Iran. */
export async function createDemoPeople(
  engine: Engine,
  customer: number,
  created: Date,
): Promise<{ roles: DemoRoles; people: DemoPeople; iran: number }> {
  const iran = await createRegions(engine, customer);
  const role = (name: string, modules: number[], perms: string[] = []) =>
    make.createRole(engine, customer, name, modules, perms);
  const roles = {
    all: await role('مدیر ارشد', ALL_MODULES, ['create_statistics', 'second_approval']),
    manager: await role('مدیر سامانه', [1, 2, 3, 4, 5, 6, 7, 8, 16, 17]),
    editor: await role('ویرایشگر', [1, 2, 3, 4, 8]),
    viewer: await role('بیننده', [4]),
    supervisor: await role('ناظر', [4, 7, 8, 9, 10, 11, 15]),
  };
  // They joined one after the other, the last on the day that is given.
  const getJoinDate = (username: DemoUser) =>
    new Date(created.getTime() - (DEMO_USERS.length - 1 - DEMO_USERS.indexOf(username)) * 2 * DAY_MS);
  const person = (username: DemoUser, first_name: string, last_name: string, more: Partial<make.NewPerson>) =>
    make.createPerson(engine, customer, {
      username,
      password: DEMO_PASSWORD,
      first_name,
      last_name,
      created: getJoinDate(username),
      ...more,
    });
  const people = {
    superuser: await person('superuser', 'سارا', 'پارسا', { superuser: true, signedUp: true, roles: [roles.all] }),
    manager: await person('manager', 'مهران', 'کاویان', { roles: [roles.manager] }),
    editor: await person('editor', 'نیلوفر', 'رستگار', { roles: [roles.editor] }),
    viewer: await person('viewer', 'بهرام', 'آذر', { roles: [roles.viewer] }),
    regional: await person('regional', 'شیرین', 'مرادی', { roles: [roles.editor], regions: [iran] }),
    supervisor: await person('supervisor', 'کیان', 'فرهمند', { roles: [roles.supervisor] }),
  };
  return { roles, people, iran };
}
