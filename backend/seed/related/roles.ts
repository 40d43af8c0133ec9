// Roles of the demo that nobody has yet: one with all that a role can say of the screens, one with rights on every new layer, one for some layers.
import type { Engine } from '../../db/engine';
import * as make from '../builders';

interface RolesBase {
  customer: number;
  /** Layers that a contractor works on, and those that a guest sees. */
  work: readonly number[];
  open: readonly number[];
}

/** Comes last: rights on new layers are not meant for those of the demo. */
export async function createRoles(engine: Engine, { customer, work, open }: RolesBase): Promise<void> {
  const contractor = await make.createRole(engine, customer, 'پیمانکار برداشت', [4, 8]);
  for (const layer of work) await make.createPermission(engine, contractor, layer, { add: true, edit: true });
  const guest = await make.createRole(engine, customer, 'مهمان', [4]);
  for (const layer of open) await make.createPermission(engine, guest, layer, {});
  const archive = await make.createRole(engine, customer, 'بایگانی', [4, 7]);
  for (const layer of [...work, ...open]) await make.createPermission(engine, archive, layer, { export: true });
  const screens = { start: '/app/layers', hidden_tools: ['analysis', 'merge', 'split'], base_map: 'natural' };
  await engine.db
    .updateTable('role')
    .set({ interface: JSON.stringify(screens) })
    .where('id', '=', guest)
    .execute();
  await engine.db
    .updateTable('role')
    .set({ default_rights: ['view', 'export'] })
    .where('id', '=', archive)
    .execute();
}
