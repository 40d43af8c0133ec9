// What one person may do with a record, by the rights on its layer and the state that it is in.
import { supervision } from '../../../contract/endpoints/supervision';
import { allows } from '../../../contract/rights';
import type { Rights } from '../../../contract/schemas/layer';
import { type RecordCan, VERDICTS } from '../../../contract/schemas/record';
import type { Asking } from '../../http/context';
import { type Lang, Refusal, say } from '../../http/errors';
import type { Caller } from '../../identity/caller';
import { SECOND_APPROVAL } from '../../identity/caller';
import type { LayerRow } from '../layers/store';
import { editProblem, isWaiting, type Judge, type Standing, verdictProblem, withdrawProblem } from './review';

const RIGHTS = { edit: 'noEditRight', delete: 'noDeleteRight', approve: 'noApproveRight' } as const;
export type RecordRight = keyof typeof RIGHTS;

/** Refuses whoever lacks a right on the records of a layer. */
export function checkRight(rights: Rights, right: RecordRight): void {
  if (!rights[right]) throw new Refusal(403, RIGHTS[right], { code: 403 });
}

/** The caller as a judge of a layer's records. */
export const judgeIn = (caller: Caller, { config }: Pick<LayerRow, 'config'>): Judge => ({
  by: caller.id,
  needsTwo: config.second_approval === true,
  canSecond: caller.perms.includes(SECOND_APPROVAL),
});

/** What the caller may do with a record as it stands, with reasons in their language for what is refused. Asks no database. */
export function permissionsOf(
  { caller, lang }: Pick<Asking, 'caller'> & { lang: Lang },
  layer: Pick<LayerRow, 'id' | 'config' | 'owner_id' | 'customer_id'>,
  standing: Standing,
): RecordCan {
  const rights = caller.rightsOn(layer);
  const edit = rights.edit ? editProblem(layer.config.supervised, standing) : RIGHTS.edit;
  const remove = rights.delete ? null : RIGHTS.delete;
  const mayJudge = rights.approve && allows(caller, supervision.judge.needs) && isWaiting(standing);
  const judge = judgeIn(caller, layer);
  const verdicts = VERDICTS.map((action) => ({ action, problem: verdictProblem(standing, action, judge) }));
  const refused = mayJudge ? verdicts.find(({ problem }) => problem !== null)?.problem : null;
  return {
    edit: edit === null,
    delete: remove === null,
    judge: mayJudge ? verdicts.filter(({ problem }) => problem === null).map(({ action }) => action) : null,
    withdraw: rights.delete && withdrawProblem(standing, caller.id) === null,
    why: {
      ...(edit ? { edit: say(lang, edit) } : {}),
      ...(remove ? { delete: say(lang, remove) } : {}),
      ...(refused ? { judge: say(lang, refused) } : {}),
    },
  };
}
