// A drawing that was not finished, or whose form was not saved: kept in this browser while one draws, found again after a crash.
import type { Geometry } from '@/contract/schemas/common';
import { dropText, keepText, keptKeys, keptText } from '@/lib/state/kept-texts';
import { type Position, strands } from '@/map/geo/walk';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import type { Shape } from '@/map/tool-types';
import type { DrawState } from './machine';

export const SKETCH_DRAFTS = 'sketchDraft:';
/** Milliseconds between two looks at what is drawn. */
const LOOK_MS = 300;
/** Milliseconds after which an empty sketch was saved or given up: by then a map that goes away is gone, and a held shape is told. */
const OVER_MS = 20;
/** Drafts that are kept at once; the oldest gives way. */
const MAX_DRAFTS = 5;
/** Days after which nobody comes back to it. */
const MAX_AGE_DAYS = 30;

export interface SketchDraft {
  layer: number;
  shape: Shape;
  /** The vertices set so far, and what lies between each and the next; empty for a finished shape. */
  set: Position[];
  via: Position[][];
  /** The finished shape that waits for its form. */
  done: Geometry | null;
  /** When it was last drawn at, as an ISO moment. */
  at: string;
}

const SHAPES: readonly Shape[] = ['point', 'line', 'polygon'];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length >= 2 && value.every((n) => typeof n === 'number' && Number.isFinite(n));
const isPath = (value: unknown): value is Position[] => Array.isArray(value) && value.every(isPosition);

const isShape = (value: unknown): value is Geometry => {
  try {
    return strands(value as Geometry).every(({ positions }) => positions.length > 0 && isPath(positions));
  } catch {
    return false;
  }
};

/** The draft in a stored text; null where it is none. */
export function readSketchDraft(text: string | null): SketchDraft | null {
  if (!text) return null;
  try {
    const { layer, shape, set, via, done, at } = JSON.parse(text) as Partial<SketchDraft>;
    if (typeof layer !== 'number' || !shape || !SHAPES.includes(shape) || typeof at !== 'string') return null;
    if (!isPath(set) || !Array.isArray(via) || !via.every(isPath)) return null;
    if (done ? !isShape(done) : set.length === 0) return null;
    return { layer, shape, set, via, done: done ?? null, at };
  } catch {
    return null;
  }
}

/**
 * What is under the hand now, where it is a new record's shape; null where there is none. Undefined on the way from a finished shape to one
 * that waits for its form, which a slow computer takes its time for: what was there before still holds.
 */
const draftNow = (): Omit<SketchDraft, 'at'> | null | undefined => {
  const { active, states } = useTool.getState();
  const state = states.get('draw') as DrawState | undefined;
  if (active !== 'draw' || !state || state.phase === 'choose') return null;
  const { mode, set, via, geometry } = useSketch.getState();
  const { layer, shape } = state;
  if (state.phase === 'held')
    return mode === 'edit' && geometry ? { layer, shape, set: [], via: [], done: geometry } : undefined;
  if (mode !== 'draw') return undefined;
  return set.length > 0
    ? { layer, shape, set: set.map((p) => [...p]), via: via.map((path) => path.map((p) => [...p])), done: null }
    : null;
};

/** All that are kept, the newest first; old and broken ones are thrown away on the way. Known once `textsReady` resolves. */
export const sketchDrafts = (now = Date.now()): { key: string; draft: SketchDraft }[] =>
  keptKeys(SKETCH_DRAFTS)
    .flatMap((key) => {
      const draft = readSketchDraft(keptText(key));
      if (draft && now - Date.parse(draft.at) < MAX_AGE_DAYS * 86_400_000) return [{ key, draft }];
      dropText(key);
      return [];
    })
    .sort((a, b) => b.draft.at.localeCompare(a.draft.at));

/**
 * Keeps what is being drawn until it is saved or given up; the returned function ends that. A map that goes away (another screen, a closed
 * page) gives nothing up: what was drawn last stays kept.
 */
export function storeSketches(): () => void {
  let key: string | null = null;
  let latest: Omit<SketchDraft, 'at'> | null = null;
  let written = '';
  let dirty = false;
  let over: ReturnType<typeof setTimeout> | undefined;
  let wasHeld = false;

  /** What is drawn now. From its form a shape goes nowhere but to be saved or given up, however long the next sketch takes to begin. */
  const drawnNow = () => {
    const now = draftNow();
    const isHeld = (useTool.getState().states.get('draw') as DrawState | undefined)?.phase === 'held';
    const isOver = now === undefined && wasHeld && !isHeld;
    wasHeld = isHeld || (wasHeld && now === undefined);
    return isOver ? null : now;
  };

  const write = () => {
    if (!latest) return;
    const text = JSON.stringify(latest);
    if (text === written) return;
    written = text;
    key ??= `${SKETCH_DRAFTS}${latest.layer}:${crypto.randomUUID()}`;
    void keepText(key, JSON.stringify({ ...latest, at: new Date().toISOString() } satisfies SketchDraft));
    for (const { key: old } of sketchDrafts().slice(MAX_DRAFTS)) dropText(old);
  };
  const look = () => {
    clearTimeout(over);
    over = undefined;
    if (!dirty) return;
    dirty = false;
    const now = drawnNow();
    latest = now === undefined ? latest : now;
    if (latest) return write();
    if (key) dropText(key);
    [key, written] = [null, ''];
  };
  const notice = () => {
    dirty = true;
    // Remembered at once: a map that is taken down empties the sketch before anybody hears of it.
    const now = drawnNow();
    latest = now ?? latest;
    // Whoever leaves the page right after saving does not find their work unfinished.
    if (now === null && key) over ??= setTimeout(look, OVER_MS);
  };
  const stops = [useSketch.subscribe(notice), useTool.subscribe(notice)];
  const timer = setInterval(look, LOOK_MS);
  addEventListener('pagehide', write);
  return () => {
    for (const stop of stops) stop();
    clearInterval(timer);
    clearTimeout(over);
    removeEventListener('pagehide', write);
    if (dirty) write();
  };
}
