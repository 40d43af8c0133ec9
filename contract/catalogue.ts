// What a role can be built from: modules, permissions, days of work, and the screens that they open.
import type { Needs } from './define';

/** Ids of the product's modules. Their names stand in messages as `module<id>`. */
export const MODULES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17] as const;
export type ModuleId = (typeof MODULES)[number];

/** The module of those who manage people, build roles, see what people did, judge work, and make dashboards. */
export const MANAGERS: ModuleId = 5;
export const BUILDERS: ModuleId = 6;
export const PERFORMANCE: ModuleId = 7;
export const SUPERVISORS: ModuleId = 10;
export const DASHBOARDS: ModuleId = 15;
/** The module of those who write notices and announcements. */
export const NOTIFIERS: ModuleId = 9;

/** Custom permissions: all that a call, a screen or a rule asks for. Their names stand in messages as `perm_<codename>`. */
export const PERMS = ['create_statistics', 'second_approval'] as const;
export type PermName = (typeof PERMS)[number];

/** Days of the week as workdays name them: 1 is Saturday, 7 is Friday. Their names stand in messages as `workday<id>`. */
export const WORKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The screens below /app and what each needs; the same as the interface's own table, which a test compares. */
export const SCREENS: readonly { url: string; needs: Needs }[] = [
  { url: '/app/403', needs: 'session' },
  { url: '/app/home', needs: 'session' },
  { url: '/app/users-dashboard', needs: { module: 7 } },
  { url: '/app/stats-dashboard', needs: { any: [{ module: 15 }, { perm: 'create_statistics' }] } },
  { url: '/app/dashboard', needs: { module: 15 } },
  { url: '/app/tutorials', needs: 'session' },
  { url: '/app/announcements', needs: 'session' },
  { url: '/app/layer-builder', needs: { module: 1 } },
  { url: '/app/layer-import/:id', needs: { module: 1 } },
  { url: '/app/layer-builder-db', needs: { module: 1 } },
  { url: '/app/layer-builder-wms', needs: { module: 1 } },
  { url: '/app/layer-builder-raster', needs: { module: 1 } },
  { url: '/app/layers', needs: 'session' },
  { url: '/app/layer-groups', needs: { module: 3 } },
  { url: '/app/layer-groups-cards', needs: { module: 4 } },
  { url: '/app/boundary-management', needs: { module: 16 } },
  { url: '/app/database-connections', needs: 'superuser' },
  { url: '/app/layer-publish', needs: 'superuser' },
  { url: '/app/layer-relations', needs: 'superuser' },
  { url: '/app/layer-data/:id', needs: 'session' },
  { url: '/app/layer-data', needs: 'session' },
  { url: '/app/add-data/:id', needs: 'session' },
  { url: '/app/layer-append/:layer_id/:id', needs: 'session' },
  { url: '/app/form-editor/:id', needs: { module: 2 } },
  { url: '/app/wms-editor/:id', needs: { module: 2 } },
  { url: '/app/wmts-editor/:id', needs: { module: 2 } },
  { url: '/app/raster/:id', needs: { module: 2 } },
  { url: '/app/group-layer/:id', needs: { module: 4 } },
  { url: '/app/tracking/online-users', needs: { module: 11 } },
  { url: '/app/user-builder', needs: { module: 5 } },
  { url: '/app/user-manager', needs: { module: 5 } },
  { url: '/app/user-editor/:id', needs: { module: 5 } },
  { url: '/app/group-builder', needs: { module: 6 } },
  { url: '/app/group-manager', needs: { module: 6 } },
  { url: '/app/group-builder/:id', needs: { module: 6 } },
  { url: '/app/system-log', needs: { module: 7 } },
  { url: '/app/app-log', needs: 'superuser' },
  { url: '/app/projects', needs: 'session' },
  { url: '/app/project/:id', needs: { module: 17 } },
  { url: '/app/project-details/:id', needs: 'session' },
  { url: '/app/supervision/layers', needs: { module: 10 } },
  { url: '/app/project-supervision', needs: { module: 10 } },
  { url: '/app/project-supervision/:reason', needs: { module: 10 } },
  { url: '/app/project-supervision/second_approval', needs: { module: 10 } },
  { url: '/app/supervision/deleted-layer-data', needs: 'superuser' },
  { url: '/app/supervision/rewind', needs: 'superuser' },
  { url: '/app/supervision/lots', needs: { module: 10 } },
  { url: '/app/supervision/layer-data/:id', needs: { module: 10 } },
  { url: '/app/supervision/data-detail/:id', needs: { module: 10 } },
  { url: '/app/chat', needs: { module: 8 } },
  { url: '/app/compose-notif', needs: { module: 9 } },
  { url: '/app/notif', needs: { module: 9 } },
  { url: '/app/recipient/:id', needs: { module: 9 } },
  { url: '/app/profile', needs: 'session' },
  { url: '/app/settings', needs: 'session' },
];

const NO_HOST = 'http://host.invalid';

/** Whether a text is a path of one of the screens, with or without more behind it: of no other host or scheme, and no way out of /app/. */
export function isScreenPath(text: string): boolean {
  if (!text.startsWith('/app/') || /[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text, NO_HOST)) return false;
  const { origin, pathname } = new URL(text, NO_HOST);
  const parts = pathname.replace(/\/$/, '').split('/');
  const fits = (url: string) => {
    const names = url.split('/');
    return (
      names.length === parts.length && names.every((name, i) => (name.startsWith(':') ? parts[i] : name === parts[i]))
    );
  };
  return origin === NO_HOST && SCREENS.some(({ url }) => fits(url));
}
