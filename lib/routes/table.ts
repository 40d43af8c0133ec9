// THE route table: one row per screen. Middleware verdict, menu, title, help and tests are derived from it.
import type { Needs } from '../../contract/define';
/** Sections of the side menu, in their order. */
export const SECTIONS = [
  'dashboard',
  'spatial',
  'tracking',
  'users',
  'projects',
  'supervision',
  'messaging',
  'account',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface Route {
  path: string;
  needs: Needs;
  /** Only on hosts of the public trial list; 404 elsewhere. */
  publicHosts?: true;
  menu?: { section: Section; order: number; group?: 'addLayer' | 'supervision'; badge?: 'announcements' };
  /** Name of the icon in features/shell. */
  icon?: string;
  /** Slug of the help page, where it is not the first segment after /app. */
  help?: string;
  /** Screens that are still to come show one honest page that says so. */
  built?: true;
}

const JUDGES = { needs: { module: 10 }, help: 'supervision' } as const;

const table = {
  signin: { path: '/signin', needs: 'public', help: 'signin', built: true },
  changePassword: { path: '/change-password', needs: 'public', help: 'signin', built: true },
  homepage: { path: '/homepage', needs: 'public', publicHosts: true, built: true },
  purchaseSuccessful: { path: '/app/purchase_successful/:id', needs: 'public', built: true },
  purchaseFailed: { path: '/app/purchase_failed/:id', needs: 'public', built: true },
  forbidden: { path: '/app/403', needs: 'session', built: true },
  home: { path: '/app/home', needs: 'session', icon: 'map', menu: { section: 'dashboard', order: 1 }, built: true },
  usersDashboard: {
    path: '/app/users-dashboard',
    needs: { module: 7 },
    icon: 'users-chart',
    menu: { section: 'dashboard', order: 2 },
    built: true,
  },
  statsDashboard: {
    path: '/app/stats-dashboard',
    needs: { any: [{ module: 15 }, { perm: 'create_statistics' }] },
    icon: 'chart-bar',
    menu: { section: 'dashboard', order: 3 },
    built: true,
  },
  dashboard: {
    path: '/app/dashboard',
    needs: { module: 15 },
    icon: 'dashboard',
    menu: { section: 'dashboard', order: 4 },
    built: true,
  },
  tutorials: { path: '/app/tutorials', needs: 'session', icon: 'school', menu: { section: 'dashboard', order: 5 }, built: true }, // biome-ignore format: one row
  announcements: {
    path: '/app/announcements',
    needs: 'session',
    icon: 'speakerphone',
    menu: { section: 'dashboard', order: 6, badge: 'announcements' },
    built: true,
  },
  layerBuilder: {
    path: '/app/layer-builder',
    needs: { module: 1 },
    icon: 'forms',
    menu: { section: 'spatial', order: 1, group: 'addLayer' },
    built: true,
  },
  layerImport: {
    path: '/app/layer-import/:id',
    needs: { module: 1 },
    icon: 'upload',
    menu: { section: 'spatial', order: 2, group: 'addLayer' },
    built: true,
  },
  layerBuilderDb: {
    path: '/app/layer-builder-db',
    needs: { module: 1 },
    icon: 'database',
    menu: { section: 'spatial', order: 3, group: 'addLayer' },
    built: true,
  },
  layerBuilderWms: {
    path: '/app/layer-builder-wms',
    needs: { module: 1 },
    icon: 'world',
    menu: { section: 'spatial', order: 4, group: 'addLayer' },
    built: true,
  },
  layerBuilderRaster: {
    path: '/app/layer-builder-raster',
    needs: { module: 1 },
    icon: 'photo',
    menu: { section: 'spatial', order: 5, group: 'addLayer' },
    built: true,
  },
  layers: { path: '/app/layers', needs: 'session', icon: 'stack', menu: { section: 'spatial', order: 6 }, built: true },
  layerGroups: { path: '/app/layer-groups', needs: { module: 3 }, icon: 'folders', menu: { section: 'spatial', order: 7 }, built: true }, // biome-ignore format: one row
  layerGroupsCards: {
    path: '/app/layer-groups-cards',
    needs: { module: 4 },
    icon: 'grid',
    menu: { section: 'spatial', order: 8 },
    built: true,
  },
  boundaryManagement: { path: '/app/boundary-management', needs: { module: 16 }, icon: 'polygon', menu: { section: 'spatial', order: 9 }, built: true }, // biome-ignore format: one row
  databaseConnections: { path: '/app/database-connections', needs: 'superuser', icon: 'plug', menu: { section: 'spatial', order: 10 }, built: true }, // biome-ignore format: one row
  layerPublish: { path: '/app/layer-publish', needs: 'superuser', icon: 'broadcast', menu: { section: 'spatial', order: 11 }, built: true }, // biome-ignore format: one row
  layerRelations: { path: '/app/layer-relations', needs: 'superuser', icon: 'relation', menu: { section: 'spatial', order: 12 }, built: true }, // biome-ignore format: one row
  layerData: { path: '/app/layer-data/:id', needs: 'session', built: true },
  /** Where one is led from a layer that cannot be loaded. */
  noLayerData: { path: '/app/layer-data', needs: 'session', built: true },
  addData: { path: '/app/add-data/:id', needs: 'session', built: true },
  layerAppend: { path: '/app/layer-append/:layer_id/:id', needs: 'session', help: 'add-to-layer', built: true },
  formEditor: { path: '/app/form-editor/:id', needs: { module: 2 }, built: true },
  wmsEditor: { path: '/app/wms-editor/:id', needs: { module: 2 }, built: true },
  wmtsEditor: { path: '/app/wmts-editor/:id', needs: { module: 2 }, help: 'wms-editor', built: true },
  rasterEditor: { path: '/app/raster/:id', needs: { module: 2 }, help: 'layer-builder-raster', built: true },
  groupLayer: { path: '/app/group-layer/:id', needs: { module: 4 }, help: 'layer-groups-cards', built: true },
  onlineUsers: { path: '/app/tracking/online-users', needs: { module: 11 }, icon: 'live', menu: { section: 'tracking', order: 1 }, built: true }, // biome-ignore format: one row
  userBuilder: {
    path: '/app/user-builder',
    needs: { module: 5 },
    icon: 'user-plus',
    menu: { section: 'users', order: 1 },
    built: true,
  },
  userManager: {
    path: '/app/user-manager',
    needs: { module: 5 },
    icon: 'users',
    menu: { section: 'users', order: 2 },
    built: true,
  },
  userEditor: { path: '/app/user-editor/:id', needs: { module: 5 }, built: true },
  groupBuilder: {
    path: '/app/group-builder',
    needs: { module: 6 },
    icon: 'shield-plus',
    menu: { section: 'users', order: 3 },
    built: true,
  },
  groupManager: {
    path: '/app/group-manager',
    needs: { module: 6 },
    icon: 'shield',
    menu: { section: 'users', order: 4 },
    built: true,
  },
  groupEditor: { path: '/app/group-builder/:id', needs: { module: 6 }, built: true },
  systemLog: {
    path: '/app/system-log',
    needs: { module: 7 },
    icon: 'list-details',
    menu: { section: 'users', order: 5 },
    built: true,
  },
  appLog: { path: '/app/app-log', needs: 'superuser', icon: 'bug', menu: { section: 'users', order: 6 }, built: true },

  projects: { path: '/app/projects', needs: 'session', icon: 'briefcase', menu: { section: 'projects', order: 1 }, built: true }, // biome-ignore format: one row
  project: { path: '/app/project/:id', needs: { module: 17 }, help: 'projects', built: true },
  projectDetails: { path: '/app/project-details/:id', needs: 'session', help: 'projects', built: true },

  supervisionLayers: {
    path: '/app/supervision/layers',
    needs: { module: 10 },
    icon: 'stack-check',
    menu: { section: 'supervision', order: 1, group: 'supervision' },
    help: 'supervision',
    built: true,
  },
  projectSupervision: {
    path: '/app/project-supervision',
    needs: { module: 10 },
    icon: 'briefcase-check',
    menu: { section: 'supervision', order: 2, group: 'supervision' },
    help: 'supervision',
    built: true,
  },
  /** The same list for one reason, as the second approval is. */
  supervisionReason: { path: '/app/project-supervision/:reason', needs: { module: 10 }, help: 'supervision', built: true }, // biome-ignore format: one row
  secondApproval: {
    path: '/app/project-supervision/second_approval',
    needs: { module: 10 },
    icon: 'checks',
    menu: { section: 'supervision', order: 3, group: 'supervision' },
    help: 'supervision',
    built: true,
  },
  deletedData: {
    path: '/app/supervision/deleted-layer-data',
    needs: 'superuser',
    icon: 'trash',
    menu: { section: 'supervision', order: 4, group: 'supervision' },
    help: 'supervision',
    built: true,
  },
  rewind: {
    path: '/app/supervision/rewind',
    needs: 'superuser',
    icon: 'rewind',
    menu: { section: 'supervision', order: 5, group: 'supervision' },
    help: 'rewind',
    built: true,
  },
  supervisionLots: { path: '/app/supervision/lots', ...JUDGES, built: true },
  supervisionLayerData: { path: '/app/supervision/layer-data/:id', ...JUDGES, built: true },
  supervisionDetail: { path: '/app/supervision/data-detail/:id', ...JUDGES, built: true },

  chat: { path: '/app/chat', needs: { module: 8 }, icon: 'message', menu: { section: 'messaging', order: 1 }, built: true }, // biome-ignore format: one row
  composeNotif: {
    path: '/app/compose-notif',
    needs: { module: 9 },
    icon: 'pencil',
    menu: { section: 'messaging', order: 2 },
    built: true,
  },
  notif: { path: '/app/notif', needs: { module: 9 }, icon: 'mail', menu: { section: 'messaging', order: 3 }, built: true }, // biome-ignore format: one row
  recipient: { path: '/app/recipient/:id', needs: { module: 9 }, help: 'notif', built: true },

  profile: {
    path: '/app/profile',
    needs: 'session',
    icon: 'user',
    menu: { section: 'account', order: 1 },
    built: true,
  },
  settings: {
    path: '/app/settings',
    needs: 'session',
    icon: 'settings',
    menu: { section: 'account', order: 2 },
    built: true,
  },
} as const satisfies Record<string, Route>;

export type RouteId = keyof typeof table;
export const routes: Record<RouteId, Route> & typeof table = table;
