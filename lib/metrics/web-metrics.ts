// What an operator's monitoring reads of the web process in Prometheus's text format: requests by kind, and the process itself.
import type { IncomingMessage, Server } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds in seconds: a file, a page, what people begin to wait for, the deadlines of calls. */
const BUCKETS = [0.005, 0.02, 0.1, 0.3, 1, 5, 15, 60];
const KINDS = [
  ['files', /^\/(?:_next\/static|base|fonts|help)\//],
  ['ogc', /^\/ogc(?:[/?]|$)/],
  ['geoserver', /^\/geoserver\//],
  ['events', /^\/api\/events\//],
  ['api', /^\/(?:api|pay)\//],
] as const;

const kindOf = ({ url = '' }: IncomingMessage): string => KINDS.find(([, path]) => path.test(url))?.[0] ?? 'pages';

/** Watches a server from now on. `read` answers the text; it holds no address, name or id. */
export function watchServer(server: Server): { contentType: string; read(): Promise<string> } {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'pahneh_request_seconds',
    help: 'Seconds from the head of a request to the end of its response, by kind and status; the news of events for as long as they last.',
    labelNames: ['kind', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  new Gauge({
    name: 'pahneh_open_connections',
    help: 'Connections of browsers and proxies.',
    registers: [register],
    async collect() {
      this.set(await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0))));
    },
  });
  server.on('request', (request, response) => {
    const began = performance.now();
    response.once('close', () =>
      seconds.observe({ kind: kindOf(request), status: response.statusCode }, (performance.now() - began) / 1000),
    );
  });
  return { contentType: register.contentType, read: () => register.metrics() };
}
