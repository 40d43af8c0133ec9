// What keeps a project from its end: found before it starts, and again when its people change. Pure.
import type { CheckCode } from '../../../contract/schemas/projects/project-work';
import type { Wording } from '../../http/errors';
import { judgesOf, type Standing } from './rules';

export interface Facts {
  standing: Standing;
  region: number | null;
  /** Living layers, also those that the reader does not see. `idle`: members who may neither add nor edit in it. */
  layers: readonly { id: number; label: string; isSupervised: boolean; idle: readonly number[] }[];
  names: ReadonlyMap<number, string>;
}
export interface Finding {
  code: CheckCode;
  blocks: boolean;
  params?: Record<string, string | number>;
}

/** A sentence that names one thing. */
export const wordingOf = (code: CheckCode): Wording => `check_${code}`;

export function check({ standing, region, layers, names }: Facts): Finding[] {
  const { members, seconds, approvals } = standing;
  const judges = judgesOf(standing);
  const block = (code: CheckCode, isWrong: boolean, params?: Record<string, string | number>): Finding[] =>
    isWrong ? [{ code, blocks: true, ...(params ? { params } : {}) }] : [];
  const idle = layers.length ? members.filter((id) => layers.every((l) => l.idle.includes(id))) : [];
  const isIdleLayer = (l: Facts['layers'][number]) => members.length > 0 && members.every((id) => l.idle.includes(id));
  const gaps = layers
    .filter((l) => !isIdleLayer(l))
    .map((l) => ({ ...l, gap: l.idle.filter((id) => !idle.includes(id)).length }))
    .filter(({ gap }) => gap > 0);
  const accept = (code: CheckCode, params: Record<string, string | number>): Finding => ({
    code,
    blocks: false,
    params,
  });
  return [
    ...block('noRegion', region === null),
    ...block('noLayers', layers.length === 0),
    ...block('noMembers', members.length === 0),
    ...block('noJudge', judges.length === 0),
    ...block('oneJudge', approvals === 2 && judges.length === 1),
    // Two who differ, of whom the second has the right.
    ...block('noSecond', approvals === 2 && judges.length > 1 && !judges.some((id) => seconds.includes(id))),
    ...layers.filter(isIdleLayer).flatMap(({ label }) => block('idleLayer', true, { layer: label })),
    ...idle.flatMap((id) => block('idleMember', true, { name: names.get(id) ?? String(id) })),
    ...gaps.map(({ label, gap }) => accept('memberGap', { layer: label, count: gap })),
    ...layers.filter((l) => !l.isSupervised).map(({ label }) => accept('unsupervised', { layer: label })),
  ];
}

/** What blocks now and did not before. */
export const newBlocks = (before: readonly Finding[], now: readonly Finding[]): Finding[] => {
  const keyOf = ({ code, params }: Finding) => JSON.stringify([code, params]);
  const earlier = new Set(before.map(keyOf));
  return now.filter((finding) => finding.blocks && !earlier.has(keyOf(finding)));
};
