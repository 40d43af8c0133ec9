// Somebody else's backend against the contract, over HTTP and without changing its data: who is refused, and what its answers look like.
import { exportJWK, generateKeyPair } from 'jose';
import { keyDocument, openAccess } from '../contract/access';
import type { Row } from '../contract/define';
import { pathOf, rows } from '../contract/index';

export interface Finding {
  /** The call's name, as `area.call`. */
  name: string;
  check: 'refuses nobody' | 'refuses an unknown key' | 'answers in shape';
  /** `skipped` says why there was nothing to ask. */
  outcome: 'ok' | 'failed' | 'skipped';
  said: string;
}

export interface Upstream {
  /** Up to and without /api/. */
  base: string;
  username: string;
  password: string;
  /** The Host that chooses the organisation, where it is not the address's own. */
  host?: string;
}

type Answer = { status: number; body: unknown };

/** Signs in as the reference backend does: no captcha while it asks for none. Throws with the answer where it is refused. */
async function signIn(ask: Ask, { username, password }: Upstream): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const { status, body } = await ask('POST', 'atoken/', {
    body: { username, password, otp: keyDocument(await exportJWK(publicKey)) },
  });
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  return ((await openAccess((body as { access: string }).access, privateKey)) as { token: string }).token;
}

type Ask = (method: string, path: string, more?: { body?: unknown; token?: string }) => Promise<Answer>;

function asker({ base, host }: Upstream): Ask {
  return async (method, path, { body, token } = {}) => {
    const response = await fetch(`${base}/api/${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      headers: {
        'accept-language': 'fa',
        ...(host ? { 'x-forwarded-host': host } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) };
    } catch {
      return { status: response.status, body: text };
    }
  };
}

/** Things to ask about, by the names that the contract's examples use. */
async function findIds(ask: Ask, token: string): Promise<Record<string, number>> {
  const first = async (path: string) => {
    const { body } = await ask('GET', path, { token });
    const list = Array.isArray(body) ? body : ((body as { results?: unknown[] } | null)?.results ?? []);
    return (list as { id?: number; type?: number }[]).find((x) => x.id !== undefined && (x.type ?? 0) <= 3)?.id;
  };
  const layer = await first('layer/?limit=50');
  const ids = {
    layer,
    group: await first('layergroup/'),
    region: await first('region/'),
    record: layer === undefined ? undefined : await first(`layerdata/?layer=${layer}&limit=1`),
  };
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)) as Record<string, number>;
}

/** The request of a row's example with known things filled in; null where one is not known. */
function requestOf(row: Row, values: Record<string, number>): string | null {
  let missing = false;
  const filled = (source: object) =>
    Object.fromEntries(
      Object.entries(source).map(([key, v]) => {
        if (typeof v === 'string' && /^[a-z]+[A-Z]?\w*$/.test(v) && key !== 'search' && key !== 'name') {
          if (!(v in values)) missing = true;
          return [key, values[v] ?? v];
        }
        return [key, v];
      }),
    );
  const params = filled(row.example?.params ?? {}) as Record<string, string>;
  const query = new URLSearchParams(filled((row.example?.query as object) ?? {}) as Record<string, string>).toString();
  return missing ? null : pathOf(row, params) + (query && `?${query}`);
}

/** Every finding, call by call. Only GET calls are made with rights; the others are tried without a session alone. */
export async function checkUpstream(upstream: Upstream): Promise<Finding[]> {
  const ask = asker(upstream);
  const token = await signIn(ask, upstream);
  const values = await findIds(ask, token);
  const findings: Finding[] = [];
  for (const { name, row } of rows) {
    const add = (check: Finding['check'], outcome: Finding['outcome'], said = '') =>
      findings.push({ name, check, outcome, said });
    if (row.needs !== 'public') {
      const { status } = await ask(row.method, pathOf(row, { id: 1, layer: 1, type: 'count', file: 'x', name: 'x', token: 'x', format: 'x' })); // biome-ignore format: all parameters there are
      add('refuses nobody', status === 401 ? 'ok' : 'failed', String(status));
    }
    if (row.method !== 'GET' || row.gives === 'stream' || row.session || !row.example) continue;
    const path = requestOf(row, values);
    if (path === null) {
      add('answers in shape', 'skipped', 'nothing to ask about');
      continue;
    }
    const { status, body } = await ask('GET', path, { token });
    if (status === 501 || (status === 404 && row.beyond)) add('answers in shape', 'skipped', 'not offered');
    else {
      const issue = status === 200 ? row.ok.safeParse(body).error?.issues[0] : undefined;
      const wrong = status !== 200 ? `status ${status}` : issue ? `${issue.path.join('.')}: ${issue.message}` : '';
      add('answers in shape', wrong ? 'failed' : 'ok', wrong);
    }
    const strange = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}nothing_such=1`, { token });
    if (strange.status !== 501 && !(strange.status === 404 && row.beyond))
      add('refuses an unknown key', strange.status === 400 ? 'ok' : 'failed', String(strange.status));
  }
  return findings;
}
