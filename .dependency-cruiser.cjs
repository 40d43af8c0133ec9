// The walls between the rooms (docs/architecture.md). A breach says what to do instead.
const room = (name) => `^${name}/`;
/**
 * The backend's areas in an order in which each imports only those before it: as long as there is such an order there is no circle.
 * A new area joins the list when another one imports it.
 */
const AREAS = [
  'activity',
  ...['logs', 'messages', 'settings', 'subscription'],
  ...['layers'],
  ...['groups', 'users'],
  ...['regions'],
  ...['projects'],
  ...['records', 'roles'],
  ...['dashboards', 'drawings', 'files', 'jobs', 'session', 'views'],
  ...['analysis', 'customer', 'exports', 'supervision', 'tracking', 'uploads'],
  ...['databases', 'ogc', 'takeout'],
];
const areas = (names) => `^backend/areas/(?:${names.join('|')})/`;
const areasInOrder = {
  name: 'areas-import-no-circle',
  comment:
    'An area imports those before it in AREAS. Reorder the list; what would close a circle goes down to identity/, geo/, db/ or http/, or comes in through app.ts.',
  severity: 'error',
};
const not = (...names) => ({ path: `^(${names.join('|')})/` });

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-nobody',
      comment:
        'The wire knows only zod, jose, regexpp and the calendar of dayjs. Move what both sides need into contract/, the rest to its own side.',
      severity: 'error',
      from: { path: room('contract'), pathNot: '\\.test\\.ts$' },
      to: not('lib', 'backend', 'components', 'map', 'tools', 'features', 'app', 'testing'),
    },
    {
      name: 'backend-imports-contract-only',
      comment: 'The backend is a program of its own: share through contract/.',
      severity: 'error',
      from: { path: room('backend'), pathNot: '\\.test\\.ts$' },
      to: not('lib', 'components', 'map', 'tools', 'features', 'app', 'testing', 'scripts'),
    },
    {
      name: 'ground-imports-no-area',
      comment: 'Areas ask http/, identity/, geo/ and db/, never the other way round. app.ts alone mounts the areas.',
      severity: 'error',
      from: { path: '^backend/(http|identity|geo|db)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^backend/areas/' },
    },
    {
      name: 'identity-knows-no-call',
      comment: 'Who calls and what they may do is true without a request: return it, and let http/ or the area refuse.',
      severity: 'error',
      from: { path: '^backend/identity/', pathNot: '\\.test\\.ts$' },
      to: { path: '^backend/http/' },
    },
    ...AREAS.map((area, i) => ({
      ...areasInOrder,
      from: { path: areas([area]), pathNot: '\\.test\\.ts$' },
      to: { path: '^backend/areas/', pathNot: areas(AREAS.slice(0, i + 1)) },
    })),
    {
      ...areasInOrder,
      from: { path: `^backend/areas/(?!(?:${AREAS.join('|')})/)([^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^backend/areas/', pathNot: ['^backend/areas/$1/', areas(AREAS)] },
    },
    {
      name: 'lib-has-no-pixels',
      comment: 'lib is plumbing. A component belongs to components/, a screen to its room in features/.',
      severity: 'error',
      from: { path: room('lib'), pathNot: '\\.test\\.ts$' },
      to: not('backend', 'components', 'map', 'tools', 'features', 'app', 'testing'),
    },
    {
      name: 'components-are-dumb',
      comment: 'Shared UI gets its data by props. Fetch in the room that uses it.',
      severity: 'error',
      from: { path: room('components'), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(backend|map|tools|features|app|testing)/|^lib/api/(client|hooks)\\.' },
    },
    {
      name: 'map-fetches-nothing',
      comment: 'The map draws what it is given: a tool asks the server (tools/), or the screen does.',
      severity: 'error',
      from: { path: room('map'), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(backend|tools|features|app|testing)/|^lib/(bff|api/(client|hooks|download|use-[^/]+)\\.)' },
    },
    {
      name: 'tools-know-no-screen',
      comment: 'A tool asks the screen through `map.ask`.',
      severity: 'error',
      from: { path: room('tools'), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(backend|features|app|testing)/|^lib/bff' },
    },
    {
      name: 'rooms-do-not-meet',
      comment: 'Two rooms meet in app/ through slots; what both need goes down to components/, map/ or lib/.',
      severity: 'error',
      from: { path: '^features/([^/]+)/' },
      to: { path: '^features/', pathNot: '^features/$1/' },
    },
    {
      name: 'features-do-not-reach-up',
      comment: 'A room is used by app/ and knows nothing of it, of the BFF or of the backend.',
      severity: 'error',
      from: { path: room('features'), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(app|backend|testing)/|^lib/bff/' },
    },
    {
      name: 'map-has-one-door',
      comment: "Import from '@/map' or '@/map/preload'.",
      severity: 'error',
      from: { path: '^(features|app)/' },
      to: { path: '^map/', pathNot: '^map/(index|preload)\\.ts$' },
    },
    {
      name: 'tools-have-one-door',
      comment: "Import from '@/tools'.",
      severity: 'error',
      from: { path: '^(features|app)/' },
      to: { path: '^tools/', pathNot: '^tools/index\\.ts$' },
    },
    {
      name: 'app-uses-screens-and-slots',
      comment: "A room's parts and logic are its own. Use its screens/ or slots/.",
      severity: 'error',
      from: { path: room('app') },
      to: { path: '^features/[^/]+/', pathNot: '^features/[^/]+/(screens|slots)/' },
    },
    {
      name: 'route-handlers-are-doors',
      comment: 'Route handlers go through lib/bff.',
      severity: 'error',
      from: { path: '^app/.*route\\.ts$' },
      to: { path: '^(backend|features|components|map|tools)/' },
    },
    {
      name: 'middleware-stays-light',
      comment: 'Middleware decides by lib/routes and lib/bff/session/seal; it must never reach React or node modules.',
      severity: 'error',
      from: { path: '^middleware\\.ts$' },
      to: {
        path: '^(node:)?(fs|path|os|net|http|https|stream|zlib|child_process|worker_threads)(/|$)|(^|/)node_modules/(react|react-dom)/|^(components|map|tools|features|backend)/',
        reachable: true,
      },
    },
    {
      name: 'backend-never-reaches-the-interface',
      comment: 'The backend runs without Next and React.',
      severity: 'error',
      from: { path: '^backend/server\\.ts$' },
      to: { path: '(^|/)node_modules/(next|react|react-dom)/', reachable: true },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'testing/ is for tests.',
      severity: 'error',
      from: { pathNot: '^(testing|e2e|bench)/|\\.test\\.tsx?$|^contract/contract\\.test' },
      to: { path: '^(testing|e2e)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist|data|out)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
