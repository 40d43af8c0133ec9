// The demo: one organisation with people for every role and real layers. Only ever written into an empty database.
import type { Engine } from '../db/engine';
import * as make from './builders';
import { createDemoLayers } from './demo-layers';
import { createDemoPeople } from './demo-people';

export { ALL_MODULES, DEMO_PASSWORD, DEMO_USERS } from './demo-people';

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

/** Fills an empty database; does nothing where there is a customer already. `say` receives each step; `only` leaves one country's towns. */
export async function seedDemo(engine: Engine, say: (step: string) => void = () => {}, only?: string): Promise<void> {
  if (await engine.db.selectFrom('customer').select('id').executeTakeFirst()) return;
  say('people');
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const { people, roles } = await createDemoPeople(engine, customer);
  await createDemoLayers(engine, { customer, owner: people.superuser, roles, only, say });
}
