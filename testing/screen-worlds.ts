// Worlds for the tests of screens, outside of the browser's stand-in: one a file, with the BFF in front on a port of its own.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { TestProject } from 'vitest/node';
import * as make from '../backend/seed/builders';
import type { Who } from '../contract/rights';
import type { Field, Values } from '../contract/schemas/form';
import { visitors } from './codes';
import { createBrowser, startWeb, type Web } from './web';
import { createWorld, ENGINE, type TestWorld } from './world';

export interface ScreenSession {
  user: { id: number; username: string };
  who: Who;
  csrf: string;
  /** The session's cookies as a request carries them. */
  cookies: [name: string, value: string][];
}

/** What a test asks of the process that holds its world, and what it gets. */
export interface WorldActs {
  open(): { world: number; origin: string; ids: TestWorld['ids'] };
  signIn(question: { world: number; as: string }): ScreenSession;
  call(question: { world: number; as: string; method: string; path: string; body?: unknown }): {
    status: number;
    // biome-ignore lint/suspicious/noExplicitAny: responses of every kind
    body: any;
  };
  form(question: {
    world: number;
    as: string;
    path: string;
    fields: Record<string, unknown>;
  }): ReturnType<WorldActs['call']>;
  prove(question: { world: number; username: string; phone: string; twoFactor: boolean }): null;
  codes(question: { world: number; phone: string }): string[];
  layer(question: { world: number; form: Field[]; count: number; value: Values }): number;
  close(question: { world: number }): null;
}
type Handlers = { [K in keyof WorldActs]: (question: Parameters<WorldActs[K]>[0] & object) => Promise<ReturnType<WorldActs[K]>> }; // biome-ignore format: one line

declare module 'vitest' {
  export interface ProvidedContext {
    worlds: string;
  }
}

/** A file as it comes through JSON. */
interface SentFile {
  name: string;
  base64: string;
}
const isFile = (value: unknown): value is SentFile => typeof value === 'object' && value !== null && 'base64' in value;
const toFile = ({ name, base64 }: SentFile) => new File([Buffer.from(base64, 'base64')], name);

/** Where map services and databases of tests answer. */
const LOOPBACK = new Set(['127.0.0.1']);

const readJson = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
};

/** Vitest's set-up of the screens' project; what it returns ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // As in the processes of tests (vitest.config).
  setFlagsFromString('--liftoff-only');
  const worlds = new Map<number, { world: TestWorld; web: Web }>();
  let next = 1;
  const at = (id: number) => {
    const entry = worlds.get(id);
    if (!entry) throw new Error(`no world ${id}`);
    return entry;
  };
  const close = async (id: number) => {
    const { world, web } = at(id);
    worlds.delete(id);
    await web.close();
    await world.close();
  };
  const handlers: Handlers = {
    async open() {
      const world = await createWorld(ENGINE, { serviceHosts: LOOPBACK, databaseHosts: LOOPBACK });
      const web = await startWeb(world);
      const id = next++;
      worlds.set(id, { world, web });
      return { world: id, origin: `http://${web.host}`, ids: world.ids };
    },
    async signIn({ world, as }) {
      const { web } = at(world);
      const browser = createBrowser(web);
      const { status, text } = await browser.signIn(as);
      if (status !== 200) throw new Error(`${as} could not sign in: ${text}`);
      const cookies = [...browser.jar];
      const session = await web.bff.person(web.host, cookies.map((pair) => pair.join('=')).join('; '));
      if (!session) throw new Error(`${as} has no session`);
      const { uid, uname, m, p, su, csrf } = session;
      return { user: { id: uid, username: uname }, who: { modules: m, perms: p, superuser: su }, csrf, cookies };
    },
    async call({ world, as, method, path, body }) {
      const response = await at(world).world.call(as, method, path, body);
      return { status: response.status, body: response.body };
    },
    async form({ world, as, path, fields }) {
      const parts = Object.entries(fields).map(([name, value]) => [name, isFile(value) ? toFile(value) : value]);
      const { status, body } = await at(world).world.form(as, path, Object.fromEntries(parts));
      return { status, body };
    },
    async prove({ world, username, phone, twoFactor }) {
      await visitors(at(world).world).prove(username, phone, twoFactor);
      return null;
    },
    async codes({ world, phone }) {
      const texts = await visitors(at(world).world).messages(phone);
      return texts.map((text) => /\b\d{6}\b/.exec(text)?.[0] ?? 'none').reverse();
    },
    async layer({ world, form, count, value }) {
      const { engine, ids } = at(world).world;
      const records = Array.from({ length: count }, () => ({ geometry: null, value }));
      return make.createLayer(engine, { customer: ids.customer, owner: 1, label: 'Many', type: 0, form, records });
    },
    async close({ world }) {
      await close(world);
      return null;
    },
  };
  const server = createServer(async (request, response) => {
    try {
      const act = (request.url ?? '').slice(1) as keyof WorldActs;
      const result = await handlers[act]((await readJson(request)) as never);
      response.end(JSON.stringify(result));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('worlds', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    for (const id of [...worlds.keys()]) await close(id);
  };
}
