// Writes docs/api.md and docs/openapi.json from the contract; with --check it only says whether they are fresh.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A zod schema as JSON Schema; what cannot be said in it is left open. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return json;
};

function openApi(): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, row } of rows) {
    const path = `/api/${row.path.replace(/:(\w+)/g, '{$1}')}`;
    const query =
      row.query && (schemaOf(row.query, 'output') as { properties?: Record<string, unknown>; required?: string[] });
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
              row.gives && row.gives !== 'json'
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
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pahneh upstream', version: VERSION },
    paths,
    components: {
      schemas: { Failure: schemaOf(Failure, 'output') },
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
