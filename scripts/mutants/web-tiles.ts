// Guards of tiles that the web process remembers, and of people's calls beside programs.
import type { Mutant } from './mutant';

const TILES = ['lib/bff/tiles/tiles.test.ts'];
const MEMORY = 'lib/bff/tiles/tile-memory.ts';

export const WEB_TILE_GUARDS: readonly Mutant[] = [
  {
    area: 'web-tiles',
    guard: 'what a session sees is asked again after a second',
    file: MEMORY,
    find: 'scope, { ttl }',
    replace: 'scope, { ttl: 1e9 }',
    tests: TILES,
  },
  {
    area: 'web-tiles',
    guard: 'each session has to be told its own scope',
    file: MEMORY,
    find: "`${token} ${path.replace(PLACE, '')}`",
    replace: "path.replace(PLACE, '')",
    tests: TILES,
  },
  {
    area: 'web-tiles',
    guard: 'the scope names whose tile it is',
    file: MEMORY,
    find: '`${scope} ${z}/${x}/${y}`',
    replace: '`${scope.length} ${z}/${x}/${y}`',
    tests: TILES,
  },
  {
    area: 'web-tiles',
    guard: 'a second at most, whatever the upstream says',
    file: MEMORY,
    find: 'Math.min(Number(ms), MAX_FRESH_MS)',
    replace: 'Number(ms)',
    tests: TILES,
  },
  {
    area: 'web-tiles',
    guard: 'the scope reaches no browser',
    file: MEMORY,
    find: 'const { [TILE_SCOPE]: said, ...headers } = answer.headers;',
    replace: 'const { [TILE_SCOPE]: said } = answer.headers, { headers } = answer;',
    tests: TILES,
  },
  {
    area: 'web-tiles',
    guard: 'the scope names the revision and what the caller sees',
    file: 'backend/areas/ogc/vector-tiles.ts',
    find: "'x-tile-scope', `${scopeName(layer, scope)} ${fresh()}`",
    replace: "'x-tile-scope', `${scopeName(layer, '')} ${fresh()}`",
    tests: TILES,
  },
  {
    area: 'pages',
    guard: 'fewer pages at once while people are at work',
    file: 'backend/areas/publish/door/routes.ts',
    find: 'people.isInUse() ? PAGES_AT_ONCE : PAGES_AT_ONCE_ALL',
    replace: 'PAGES_AT_ONCE_ALL',
    tests: ['backend/areas/publish/door/pages-at-once.test.ts'],
  },
  {
    area: 'calls',
    guard: 'lines on which nothing was asked end with the server',
    file: 'backend/app.ts',
    find: '    for (const line of lines) if (line.bytesRead === 0) line.destroy();\n',
    replace: '',
    tests: ['backend/areas/events/events.test.ts'],
    needs: 'server',
  },
];
