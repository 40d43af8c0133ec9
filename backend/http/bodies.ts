// How bodies are read: JSON is UTF-8 and nothing else, and a broken form is the sender's fault.
import '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './errors';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
/** Half of a surrogate pair as JSON.stringify writes it; a backslash of the text itself stands before it doubled. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;
const unread = () => new Refusal(400, 'body');

function textOf(body: Buffer, type: string | undefined): string {
  const charset = CHARSET.exec(type ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw unread();
  try {
    return utf8.decode(body);
  } catch {
    throw unread();
  }
}

/** Whether a text's escapes leave half a character somewhere, which no database can keep. */
const halved = (text: string, read: unknown): boolean =>
  /\\ud[89a-f]/i.test(text) && HALF_PAIR.test(JSON.stringify(read));

/** Members that an object of JSON text says, those said twice counted twice. */
function countSaid(text: string): number {
  let said = 0;
  // Without escapes a text ends at the next quotation mark.
  for (const [, colon] of text.replace(/\\./g, '').matchAll(/"[^"]*"\s*(:?)/g)) if (colon) said++;
  return said;
}

/** Members that were kept of them. */
function countKept(read: unknown): number {
  if (typeof read !== 'object' || read === null) return 0;
  const parts: unknown[] = Array.isArray(read) ? read : Object.values(read);
  return parts.reduce<number>((sum, part) => sum + countKept(part), Array.isArray(read) ? 0 : parts.length);
}

/**
 * Reads JSON bodies: another charset, bytes that are no UTF-8, half a surrogate pair, a member said twice and members
 * that would reach a prototype are refused with 400, never read as something else.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = textOf(body as Buffer, request.headers['content-type']);
      parse(request, text, (error, read) => {
        if (error) done(error);
        else if (halved(text, read) || countSaid(text) !== countKept(read)) done(unread());
        else done(null, read);
      });
    } catch {
      // No text of this charset, or nested too deep to be looked through.
      done(unread());
    }
  });
}

/** What the reader of forms says of a form that is none: its errors have no code of their own. */
const BROKEN_FORM = /^Multipart: Boundary not found|^Unexpected end of (multipart data|form)|terminated early due to unexpected end|^Malformed part header/; // biome-ignore format: one pattern

/** A failure of reading a form as the refusal that it is; any other failure unchanged. */
export function formFailure(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const broken =
    code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || (typeof message === 'string' && BROKEN_FORM.test(message));
  return broken ? unread() : error;
}

/** A form's small files: three pictures of 512 kB. */
const FORM_FILES = { files: 3, fileSize: 512 * 1024 };

/**
 * Parts of a multipart form; a repeated name becomes a list, a small file a data address. Forms with larger files are read by
 * their handler.
 */
export async function formOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts({ limits: { fields: 200, fieldSize: 1_000_000, ...FORM_FILES } })) {
    const value =
      part.type === 'field'
        ? part.value
        : `data:application/octet-stream;base64,${(await part.toBuffer()).toString('base64')}`;
    const had = form[part.fieldname];
    form[part.fieldname] = had === undefined ? value : Array.isArray(had) ? [...had, value] : [had, value];
  }
  return { ...form };
}
