// Seeing as somebody else: who may, and what such a session serves.
import { BUILDERS, MANAGERS } from './catalogue';
import type { Needs, Row } from './define';

/** What can be seen as: a person, somebody who has one role alone, or oneself inside one region. */
export const SEE_AS_KINDS = ['user', 'role', 'region'] as const;
export type SeeAsKind = (typeof SEE_AS_KINDS)[number];

/** The module of those who hand out each of them. */
export const SEE_AS_NEEDS: Record<SeeAsKind, Needs> = {
  user: { module: MANAGERS },
  role: { module: BUILDERS },
  region: { module: 16 },
};

/** How long it lasts, in seconds. It is not renewed. */
export const SEE_AS_SECONDS = 15 * 60;

/**
 * Whether a call serves whoever sees as somebody else: it reads, takes no file away, and is no letter of that person. What ends the
 * view serves too.
 */
export const servesSeeAs = (row: Row): boolean =>
  row.session === 'returns' ||
  (!row.session && !row.audited && !row.personal && (row.method === 'GET' || row.reads !== undefined));
