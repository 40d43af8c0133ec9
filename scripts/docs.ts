// Writes docs/api.md and docs/openapi.json from the contract; with --check it only says whether they are fresh.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Needs } from '../contract/define';
import { rows } from '../contract/index';
import { Failure } from '../contract/schemas/common';
import { VERSION } from '../lib/config/constants';

const words = (needs: Needs): string => {
  if (needs === 'public') return 'anybody';
  if (needs === 'session') return 'anybody signed in';
  if (needs === 'superuser') return 'superuser';
  if ('any' in needs) return needs.any.map(words).join(' or ');
  return 'module' in needs ? `module ${needs.module}` : `permission ${needs.perm}`;
};

/** Every exported schema under its own name, so that a shape stands once in the document. */
const named = z.registry<{ id: string }>();
const ids = new Set<string>();
const schemaFiles = readdirSync('contract/schemas', { recursive: true, encoding: 'utf8' });
for (const file of schemaFiles.filter((name) => name.endsWith('.ts')).sort()) {
  const module: Record<string, unknown> = await import(`../contract/schemas/${file}`);
  for (const [name, value] of Object.entries(module)) {
    if (!(value instanceof z.ZodType) || named.has(value)) continue;
    const id = ids.has(name) ? `${file.replace('.ts', '')}_${name}` : name;
    ids.add(id);
    named.add(value, { id });
  }
}

const components: Record<string, unknown> = {};

/** A zod schema as JSON Schema, what is named in it by reference; what cannot be said in it is left open. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: named });
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, id, ...json } = JSON.parse(text) as Record<string, unknown>;
  for (const [name, { id: _id, ...shape }] of Object.entries(($defs ?? {}) as Record<string, Record<string, unknown>>))
    components[name] ??= shape;
  if (typeof id !== 'string') return json;
  components[id] ??= json;
  return { $ref: `#/components/schemas/${id}` };
};

/** The members of an object's schema. */
function shapeOf(schema: z.ZodType): { properties?: Record<string, unknown>; required?: string[] } {
  const json = schemaOf(schema, 'output');
  const name = typeof json.$ref === 'string' ? json.$ref.split('/').at(-1) : undefined;
  return (name ? components[name] : json) as ReturnType<typeof shapeOf>;
}

function openApi(): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, row } of rows) {
    const path = `/api/${row.path.replace(/:(\w+)/g, '{$1}')}`;
    const query = row.query && shapeOf(row.query);
    const parameters = [
      ...[...row.path.matchAll(/:(\w+)/g)].map(([, id]) => ({
        name: id,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(query?.properties ?? {}).map(([key, schema]) => ({
        name: key,
        in: 'query',
        required: query?.required?.includes(key) ?? false,
        schema,
      })),
    ];
    const media = row.as === 'form' ? 'multipart/form-data' : 'application/json';
    paths[path] = {
      ...paths[path],
      [row.method.toLowerCase()]: {
        operationId: name,
        tags: [name.split('.')[0]],
        description: `Needs: ${words(row.needs)}.${row.beyond ? ' Beyond the published list of calls.' : ''}`,
        ...(row.needs === 'public' ? { security: [] } : {}),
        ...(parameters.length ? { parameters } : {}),
        ...(row.body
          ? { requestBody: { required: true, content: { [media]: { schema: schemaOf(row.body, 'output') } } } }
          : {}),
        responses: {
          200: {
            description: 'Done',
            content:
              row.gives === 'events'
                ? { 'text/event-stream': { schema: schemaOf(row.ok, 'output') } }
                : row.gives && row.gives !== 'json'
                  ? { 'application/octet-stream': {} }
                  : { 'application/json': { schema: schemaOf(row.ok, 'output') } },
          },
          default: {
            description: 'Refused',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        },
      },
    };
  }
  schemaOf(Failure, 'output');
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pahneh upstream', version: VERSION },
    paths,
    components: {
      schemas: { ...components },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function markdown(): string {
  const lines = [
    '# Calls',
    '',
    'Generated from `contract/` by `npm run docs`. Below `/api/`; errors are `{detail, code}`.',
    '',
  ];
  let area = '';
  for (const { name, row } of rows) {
    const [room = '', call] = name.split('.');
    if (room !== area) {
      area = room;
      lines.push(`## ${area}`, '', '| call | method and path | needs | reads | makes stale |', '|---|---|---|---|---|');
    }
    lines.push(
      `| ${call}${row.beyond ? ' (beyond)' : ''} | \`${row.method} ${row.path}\` | ${words(row.needs)} | ${(row.reads ?? []).join(', ')} | ${(row.touches ?? []).join(', ')} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const files = { 'docs/api.md': markdown(), 'docs/openapi.json': openApi() };
const stale = Object.entries(files).filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
if (process.argv.includes('--check')) {
  if (stale.length) {
    console.error(`not fresh, run npm run docs: ${stale.map(([path]) => path).join(', ')}`);
    process.exit(1);
  }
} else for (const [path, text] of stale) writeFileSync(path, text);
