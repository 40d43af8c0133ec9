// Writing records from outside: by the rules, the log and the reviews that everybody's writing has.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { specOf } from '../../../../contract/fields';
import { CRS84, type Crs, EPSG_3857, JSON_TYPE } from '../../../../contract/ogc-api/names';
import { degreesOf, ParameterError, readCrs } from '../../../../contract/ogc-api/values';
import { Geometry } from '../../../../contract/schemas/common';
import { Values } from '../../../../contract/schemas/form';
import { type LayerRecord, STATUS } from '../../../../contract/schemas/record';
import { insertAuditLine } from '../../../http/audit';
import type { Ctx } from '../../../http/context';
import { contextOf } from '../../../http/mount';
import { writeHandlers } from '../../records/write-handlers';
import { collectionAddress, type DoorAnswer, DoorProblem, type DoorRequest, type Published } from './door-request';
import { getOne } from './items';
import { isReadOnly } from './schema';
import { learnWide } from './wide';

interface Sent {
  properties: Record<string, unknown>;
  /** Undefined where nothing is said of it. */
  geometry: Geometry | null | undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON object of a body, whatever its type says: some clients name none, or a wrong one. */
function readBody(body: unknown): Record<string, unknown> {
  try {
    const text = utf8.decode(body as Buffer);
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read) && !text.includes('"__proto__"'))
      return read as Record<string, unknown>;
  } catch {
    // Neither text nor JSON: refused below.
  }
  throw new DoorProblem(400, 'The body is no JSON object.');
}

type Nested = number[] | Nested[];
function inDegrees(geometry: Geometry, crs: Crs): Geometry {
  if (crs === CRS84) return geometry;
  const turn = ([x = 0, y = 0, ...height]: number[]) =>
    crs === EPSG_3857 ? [...degreesOf(x, y), ...height] : [y, x, ...height];
  const walk = (part: Nested): Nested =>
    typeof part[0] === 'number' ? turn(part as number[]) : (part as Nested[]).map(walk);
  return { ...geometry, coordinates: walk(geometry.coordinates as Nested) } as Geometry;
}

function geometryOf(raw: unknown, crs: Crs): Geometry | null | undefined {
  if (raw === undefined || raw === null) return raw;
  const read = Geometry.safeParse(raw);
  if (!read.success) throw new DoorProblem(400, 'The geometry cannot be read.');
  return inDegrees(read.data, crs);
}

function crsOf(request: FastifyRequest): Crs {
  try {
    const header = request.headers['content-crs'];
    return readCrs('Content-Crs', typeof header === 'string' ? header : undefined);
  } catch (error) {
    if (error instanceof ParameterError) throw new DoorProblem(400, 'The Content-Crs is not supported.');
    throw error;
  }
}

function readFeature(request: FastifyRequest): Sent {
  const { properties = {}, geometry } = readBody(request.body);
  if (properties !== null && (typeof properties !== 'object' || Array.isArray(properties)))
    throw new DoorProblem(400, 'The properties are no object.');
  return { properties: (properties ?? {}) as Record<string, unknown>, geometry: geometryOf(geometry, crsOf(request)) };
}

/** A moment without a zone is UTC: QGIS drops the zone of what it was given. */
const zoned = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(value)
    ? `${value.replace(' ', 'T')}Z`
    : value;

/** What is written of the properties. A field that is hidden is as unknown as any other; `whole` leaves out what nobody may write. */
function valuesOf({ fields }: Published, properties: Record<string, unknown>, whole: boolean): Values {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const unknown = Object.keys(properties).find((name) => !byName.has(name));
  if (unknown !== undefined) throw new DoorProblem(400, `There is no field "${unknown}".`);
  const pairs = fields.flatMap((field) => {
    if (whole && isReadOnly(field)) return [];
    const value = properties[field.name];
    if (value === undefined) return whole ? [[field.name, null]] : [];
    return [[field.name, specOf(field).format === 'datetime' ? zoned(value) : value]];
  });
  const read = Values.safeParse(Object.fromEntries(pairs));
  if (!read.success) throw new DoorProblem(400, `The value of "${String(read.error.issues[0]?.path[0] ?? '')}" cannot be read.`); // biome-ignore format: one line
  return read.data;
}

const waits = ({ row }: Published, record: LayerRecord): boolean =>
  row.config.supervised === true && (record.status.id !== STATUS.approved || record.unconfiremed_value !== null);

const WAITING = JSON.stringify({ status: 'pending', detail: 'The change waits for a review.' });

/** What is said of a change that was made, or that waits for a review. */
const changed = (isWaiting: boolean, status: number, headers: Record<string, string> = {}): DoorAnswer =>
  isWaiting ? { status: 202, type: JSON_TYPE, headers, body: WAITING } : { status, headers, body: null };

async function create(ctx: Ctx, request: DoorRequest, published: Published): Promise<[DoorAnswer, number]> {
  const { properties, geometry } = readFeature(ctx.request);
  // What is not said begins as the form says.
  const writable = Object.fromEntries(Object.entries(properties).filter(([name]) => !published.fields.some((field) => field.name === name && isReadOnly(field)))); // biome-ignore format: one line
  const value = valuesOf(published, writable, false);
  const body = { layer: published.layer.id, value, geometry: geometry ?? null };
  const record = (await writeHandlers.create(ctx, { body, params: {} } as never)) as LayerRecord;
  await learnWide(request, published, [record.value]);
  const location = `${collectionAddress(request, published.layer.id)}/items/${record.id}`;
  return [changed(waits(published, record), 201, { location }), record.id];
}

async function edit(ctx: Ctx, request: DoorRequest, published: Published, id: number): Promise<DoorAnswer> {
  const { properties, geometry } = readFeature(ctx.request);
  const isWhole = request.target.method === 'PUT';
  const value = valuesOf(published, properties, isWhole);
  const shape = published.row.type === 0 ? undefined : isWhole ? (geometry ?? null) : geometry;
  const body = {
    ...(Object.keys(value).length > 0 ? { value } : {}),
    ...(shape === undefined ? {} : { geometry: shape }),
  };
  if (Object.keys(body).length === 0) return { status: 204, body: null };
  const record = (await writeHandlers.edit(ctx, { body, params: { id: String(id) } } as never)) as LayerRecord;
  await learnWide(request, published, [record.value]);
  return changed(waits(published, record), 204);
}

async function remove(ctx: Ctx, id: number, version: number): Promise<DoorAnswer> {
  const ifMatch = ctx.request.headers['if-match'];
  const tags = ifMatch?.split(',').map((tag) => tag.trim());
  if (tags && !tags.includes('*') && !tags.includes(`"${version}"`))
    throw new DoorProblem(412, 'The record has changed meanwhile.');
  const { waiting } = (await writeHandlers.remove(ctx, { params: { id: String(id) } } as never)) as {
    waiting: number[];
  };
  return changed(waiting.length > 0, 204);
}

const CALLS = { POST: 'records.create', PUT: 'records.edit', PATCH: 'records.edit', DELETE: 'records.remove' } as const;
const RIGHTS = { POST: 'add', PUT: 'edit', PATCH: 'edit', DELETE: 'remove' } as const;
export type WriteMethod = keyof typeof CALLS;
export const isWrite = (method: string): method is WriteMethod => method in CALLS;

/** The methods of an address for this caller. Programs decide by them whether a layer can be edited. */
export function allowedMethods({ target }: DoorRequest, { layer }: Published): string {
  const { may } = layer;
  const writes =
    target.door.by !== 'header'
      ? []
      : target.kind === 'items'
        ? [...(may.add ? ['POST'] : [])]
        : target.kind === 'item'
          ? [...(may.edit ? ['PUT', 'PATCH'] : []), ...(may.remove ? ['DELETE'] : [])]
          : [];
  return ['GET', 'HEAD', 'OPTIONS', ...writes].join(', ');
}

/** Does a write and audits it, done or refused. */
export async function answerWrite(
  request: DoorRequest,
  published: Published,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<DoorAnswer> {
  const { target, caller, door, engine } = request;
  const method = target.method as WriteMethod;
  const { layer } = published;
  const audit = (status: number, record: number | string) =>
    insertAuditLine(engine.db, {
      request_id: http.request.id,
      customer_id: caller.customer,
      account_id: caller.id,
      call: CALLS[method],
      object: `${record} ${door.keyId ?? ''}`.trim(),
      layer_id: layer.id,
      status,
      ip: http.request.ip,
      view_as: null,
    }).catch((error) => http.request.log.error(error, 'a line of the audit is missing'));
  if (!layer.may[RIGHTS[method]]) {
    await audit(403, '');
    throw new DoorProblem(403, 'The key may not do that in this layer.', { allow: allowedMethods(request, published) });
  }
  const ctx = contextOf(request, http.request, http.reply, caller, { id: caller.id, customer: caller.customer });
  if (target.kind === 'items') {
    const [answer, id] = await create(ctx, request, published);
    await audit(answer.status ?? 200, id);
    return answer;
  }
  // A record of another layer, or one that the caller does not see, is none.
  const { id, version } = await getOne(request, published, target.kind === 'item' ? target.record : null);
  const answer = await (method === 'DELETE' ? remove(ctx, id, version) : edit(ctx, request, published, id));
  await audit(answer.status ?? 200, id);
  return answer;
}
