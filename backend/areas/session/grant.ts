// Seals a session's tokens and what the person may do for the caller's one-time key: the end of every way to sign in.
import { readKeyDocument, sealAccess } from '../../../contract/access';
import type { Ctx } from '../../http/context';
import { Refusal } from '../../http/errors';
import * as grants from '../../identity/grants';
import * as store from './store';
import type { Tokens } from './tokens';

/** Sets, for the audit, whose account a visitor's call was about, also where it was refused. */
export function setActor(
  { actor }: Pick<Ctx, 'actor'>,
  account: { id: number; customer_id: number } | undefined,
): void {
  if (!account) return;
  actor.id = account.id;
  actor.customer = account.customer_id;
}

/** A sound one-time key, or 400. */
export function checkKey(document: string | undefined): string {
  if (!document || !readKeyDocument(document)) throw new Refusal(400, 'key');
  return document;
}

/** What a session opens, for whom, and for how many seconds. */
interface Opening {
  tokens: Tokens;
  person: { id: number; username: string; is_superuser: boolean };
  modules: readonly number[];
  perms: readonly string[];
  seconds: number;
}

/** Seals what a session opens for a one-time key. */
export function sealOpening({ now }: Pick<Ctx, 'now'>, document: string, { tokens, person, ...o }: Opening) {
  return sealAccess(
    document,
    {
      modules: o.modules.join(','),
      custom_perms: o.perms.join(','),
      is_superuser: person.is_superuser,
      token: tokens.access,
      refresh: tokens.refresh,
      user_id: person.id,
      username: person.username,
      expires_in: o.seconds,
    },
    new Date(now().getTime() + o.seconds * 1000),
  );
}

/** The sealed grants of an account; 401 where it cannot be used any more. */
export async function sealGrants(ctx: Ctx, account: number, document: string, tokens: Tokens) {
  const { engine, config } = ctx;
  const person = await store.findActive(engine.db, account);
  if (!person) throw new Refusal(401, 'unauthenticated');
  const { modules, perms } = (await grants.getGrants(engine.db, [account])).get(account) as grants.Grants;
  return sealOpening(ctx, document, { tokens, person, modules, perms, seconds: config.accessSeconds });
}
