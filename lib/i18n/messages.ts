// All texts by language and namespace. Server only: screens behind sign-in read them from a file of their own (texts/), other pages get the namespaces that they need.
import enAccount from '../../messages/en/account.json';
import enBoards from '../../messages/en/boards.json';
import enCommon from '../../messages/en/common.json';
import enDashboards from '../../messages/en/dashboards.json';
import enErrors from '../../messages/en/errors.json';
import enFormStudio from '../../messages/en/form-studio.json';
import enHome from '../../messages/en/home.json';
import enJournals from '../../messages/en/journals.json';
import enLanding from '../../messages/en/landing.json';
import enLayerBuilder from '../../messages/en/layer-builder.json';
import enLayerGroups from '../../messages/en/layer-groups.json';
import enLayerPage from '../../messages/en/layer-page.json';
import enLayerSources from '../../messages/en/layer-sources.json';
import enLayers from '../../messages/en/layers.json';
import enMap from '../../messages/en/map.json';
import enMessages from '../../messages/en/messages.json';
import enProjects from '../../messages/en/projects.json';
import enPublish from '../../messages/en/publish.json';
import enRecords from '../../messages/en/records.json';
import enRegions from '../../messages/en/regions.json';
import enRelations from '../../messages/en/relations.json';
import enRoles from '../../messages/en/roles.json';
import enRoutes from '../../messages/en/routes.json';
import enSession from '../../messages/en/session.json';
import enShell from '../../messages/en/shell.json';
import enSubscription from '../../messages/en/subscription.json';
import enSupervision from '../../messages/en/supervision.json';
import enTracking from '../../messages/en/tracking.json';
import enUsers from '../../messages/en/users.json';
import faAccount from '../../messages/fa/account.json';
import faBoards from '../../messages/fa/boards.json';
import faCommon from '../../messages/fa/common.json';
import faDashboards from '../../messages/fa/dashboards.json';
import faErrors from '../../messages/fa/errors.json';
import faFormStudio from '../../messages/fa/form-studio.json';
import faHome from '../../messages/fa/home.json';
import faJournals from '../../messages/fa/journals.json';
import faLanding from '../../messages/fa/landing.json';
import faLayerBuilder from '../../messages/fa/layer-builder.json';
import faLayerGroups from '../../messages/fa/layer-groups.json';
import faLayerPage from '../../messages/fa/layer-page.json';
import faLayerSources from '../../messages/fa/layer-sources.json';
import faLayers from '../../messages/fa/layers.json';
import faMap from '../../messages/fa/map.json';
import faMessages from '../../messages/fa/messages.json';
import faProjects from '../../messages/fa/projects.json';
import faPublish from '../../messages/fa/publish.json';
import faRecords from '../../messages/fa/records.json';
import faRegions from '../../messages/fa/regions.json';
import faRelations from '../../messages/fa/relations.json';
import faRoles from '../../messages/fa/roles.json';
import faRoutes from '../../messages/fa/routes.json';
import faSession from '../../messages/fa/session.json';
import faShell from '../../messages/fa/shell.json';
import faSubscription from '../../messages/fa/subscription.json';
import faSupervision from '../../messages/fa/supervision.json';
import faTracking from '../../messages/fa/tracking.json';
import faUsers from '../../messages/fa/users.json';
import type { Lang } from './lang';
import { enTools, faTools } from './tool-messages';

const fa = {
  boards: faBoards,
  common: faCommon,
  dashboards: faDashboards,
  errors: faErrors,
  regions: faRegions,
  relations: faRelations,
  roles: faRoles,
  routes: faRoutes,
  session: faSession,
  shell: faShell,
  account: faAccount,
  map: { ...faMap, tools: { ...faMap.tools, ...faTools } },
  home: faHome,
  journals: faJournals,
  layers: faLayers,
  messages: faMessages,
  projects: faProjects,
  publish: faPublish,
  records: faRecords,
  layerBuilder: faLayerBuilder,
  formStudio: faFormStudio,
  layerGroups: faLayerGroups,
  layerPage: faLayerPage,
  layerSources: faLayerSources,
  landing: faLanding,
  subscription: faSubscription,
  supervision: faSupervision,
  tracking: faTracking,
  users: faUsers,
};

/** The shape of all texts; Persian is the source of the keys. */
export type AppMessages = typeof fa;

const en = {
  boards: enBoards,
  common: enCommon,
  dashboards: enDashboards,
  errors: enErrors,
  regions: enRegions,
  relations: enRelations,
  roles: enRoles,
  routes: enRoutes,
  session: enSession,
  shell: enShell,
  account: enAccount,
  map: { ...enMap, tools: { ...enMap.tools, ...enTools } },
  home: enHome,
  journals: enJournals,
  layers: enLayers,
  messages: enMessages,
  projects: enProjects,
  publish: enPublish,
  records: enRecords,
  layerBuilder: enLayerBuilder,
  formStudio: enFormStudio,
  layerGroups: enLayerGroups,
  layerPage: enLayerPage,
  layerSources: enLayerSources,
  landing: enLanding,
  subscription: enSubscription,
  supervision: enSupervision,
  tracking: enTracking,
  users: enUsers,
};

/** The texts of a language. That both have the same keys is the parity test's business, not the compiler's. */
export const messagesOf = (lang: Lang): AppMessages => (lang === 'fa' ? fa : (en as unknown as AppMessages));
