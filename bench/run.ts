// `npm run bench`: measures the targets of docs/performance.md on this machine, each beside a peer in the same run. It judges nothing:
// a missed target is printed, and the program still ends well.
import { cells, HEAD, type Line, table } from './report';
import { openStage, type Stage } from './stage';

type Row = (stage: Stage) => AsyncIterable<Line>;

/** Rows that take long and must be asked for by name. */
const ASKED_FOR = new Set(['overload', 'soak']);

/** The rows by name, in the order in which they run. */
const ROWS: Record<string, () => Promise<{ run: Row }>> = {
  tiles: () => import('./rows/tiles'),
  cache: () => import('./rows/cache'),
  view: () => import('./rows/view'),
  edit: () => import('./rows/edit'),
  form: () => import('./rows/form'),
  paging: () => import('./rows/paging'),
  import: () => import('./rows/import'),
  append: () => import('./rows/append'),
  upgrade: () => import('./rows/rooms/upgrade'),
  backup: () => import('./rows/rooms/backup'),
  web: () => import('./rows/web'),
  handlers: () => import('./rows/handlers'),
  engines: () => import('./rows/engines'),
  growth: () => import('./rows/growth'),
  reports: () => import('./rows/reports'),
  filters: () => import('./rows/filters'),
  day: () => import('./rows/day'),
  map: () => import('./rows/screen/map'),
  work: () => import('./rows/screen/work'),
  many: () => import('./rows/screen/many'),
  heavy: () => import('./rows/heavy'),
  share: () => import('./rows/share'),
  columns: () => import('./rows/columns'),
  opening: () => import('./rows/screen/opening'),
  queue: () => import('./rows/rooms/queue'),
  people: () => import('./rows/rooms/people'),
  effect: () => import('./rows/rooms/effect'),
  journals: () => import('./rows/rooms/journals'),
  events: () => import('./rows/rooms/events'),
  tracking: () => import('./rows/rooms/tracking'),
  roles: () => import('./rows/rooms/roles'),
  statistics: () => import('./rows/rooms/statistics'),
  door: () => import('./rows/rooms/door'),
  records: () => import('./rows/screen/records'),
  hours: () => import('./rows/screen/hours'),
  style: () => import('./rows/screen/style'),
  rasters: () => import('./rows/rasters'),
  matrix: () => import('./rows/screen/matrix'),
  studio: () => import('./rows/screen/studio'),
  overload: () => import('./rows/endure/overload'),
  soak: () => import('./rows/endure/soak'),
};

const DEFAULT_ROWS = 1_000_000;
const EMBEDDED_ROWS = 100_000;

const say = (text: string) => process.stderr.write(`  ${text}\n`);

const args = process.argv.slice(2);
const unknown = args.filter((name) => !(name in ROWS));
if (unknown.length) {
  process.stderr.write(`no row ${unknown.join(', ')}; there are ${Object.keys(ROWS).join(', ')}\n`);
  process.exit(2);
}
const names = args.length ? args : Object.keys(ROWS).filter((name) => !ASKED_FOR.has(name));
const size = Number(process.env.BENCH_ROWS ?? DEFAULT_ROWS);
if (!Number.isSafeInteger(size) || size < 1000) {
  process.stderr.write('BENCH_ROWS: a whole number of at least 1000\n');
  process.exit(2);
}

const stage = openStage(size, Math.min(size, EMBEDDED_ROWS), say);
const lines: Line[] = [];
/** Called off: work that is cut through fails in every way it can, and none of that is news. */
const stop = () => {
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});
  void stage.close().then(() => process.exit(130));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
const start = performance.now();
process.stdout.write(`${HEAD.join(' | ')}\n`);
for (const name of names) {
  try {
    const { run } = await (ROWS[name] as () => Promise<{ run: Row }>)();
    for await (const line of run(stage)) {
      lines.push(line);
      process.stdout.write(`${cells(line).join(' | ')}\n`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    lines.push({ name, value: '', beside: `not measured: ${reason.split('\n')[0]}` });
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : reason}\n`);
  }
}
await stage.close();
process.stdout.write(`\n${table(lines)}\n\n${Math.round((performance.now() - start) / 1000)} s in all\n`);
process.exit(0);
