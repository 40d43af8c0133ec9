// The undo stack: order, branches, and a refused undo that stays undoable.
import { beforeEach, expect, it } from 'vitest';
import { useEditHistory } from './edit-history';

const log: string[] = [];
const change = (label: string, fails = false) => ({
  id: label,
  label,
  undo: async () => {
    if (fails) throw new Error('refused');
    log.push(`undo ${label}`);
  },
  redo: async () => void log.push(`redo ${label}`),
});

beforeEach(() => {
  useEditHistory.getState().clear();
  log.length = 0;
});

it('undoes from the newest, redoes in turn, and a new change ends the redo branch', async () => {
  const h = useEditHistory.getState();
  h.push(change('a'));
  h.push(change('b'));
  await h.undo();
  await h.undo();
  expect(await h.undo()).toBeNull();
  await h.redo();
  expect(log).toEqual(['undo b', 'undo a', 'redo a']);
  h.push(change('c'));
  expect(await h.redo()).toBeNull();
});

it('keeps a change whose undo was refused', async () => {
  const h = useEditHistory.getState();
  h.push(change('x', true));
  await expect(h.undo()).rejects.toThrow('refused');
  expect(useEditHistory.getState().done).toHaveLength(1);
  expect(useEditHistory.getState().busy).toBe(false);
});

it('forgets a change that was taken back elsewhere', () => {
  const h = useEditHistory.getState();
  h.push(change('a'));
  h.push(change('b'));
  h.forget('b');
  expect(useEditHistory.getState().done.map((c) => c.id)).toEqual(['a']);
});
