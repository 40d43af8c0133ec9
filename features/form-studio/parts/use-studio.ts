// The studio's state: the document with its history, and which field is selected.
'use client';
import { useMemo, useReducer } from 'react';
import type { Field } from '@/contract/schemas/form';
import {
  addFields,
  type Blocked,
  type Document,
  duplicate,
  type Item,
  type Meta,
  moveTo,
  patchField,
  removeItem,
  withKeys,
} from '../logic/document';
import { type History, record, redo, startHistory, undo } from '../logic/history';
import { mergeDocuments } from '../logic/wire';

interface State {
  history: History<Document>;
  selected: string | null;
  /** As it is saved, or as a new one began. */
  saved: Document;
}

type Act =
  | { kind: 'change'; document: Document; tag?: string | null; selected?: string | null }
  | { kind: 'select'; key: string | null }
  | { kind: 'undo' | 'redo' }
  | { kind: 'settle'; saved: Document; document: Document }
  | { kind: 'settleSaved'; saved: Document; payload: Document };

const isThere = ({ items }: Document, key: string | null) => items.some((item) => item.key === key);

/** A new beginning from what the server has; the field that is open stays so where it is still there. */
const restart = (saved: Document, document: Document, selected: string | null): State => ({
  history: startHistory(document),
  saved,
  selected: isThere(document, selected) ? selected : null,
});

function reduce(state: State, act: Act): State {
  const { history } = state;
  switch (act.kind) {
    case 'change':
      return {
        ...state,
        history: record(history, act.document, act.tag),
        selected: act.selected === undefined ? state.selected : act.selected,
      };
    case 'select':
      // What is typed into another field is a step of its own.
      return { ...state, selected: act.key, history: { ...history, tag: null } };
    case 'undo':
    case 'redo': {
      const next = (act.kind === 'undo' ? undo : redo)(history);
      if (!next) return state;
      return { ...state, history: next, selected: isThere(next.present, state.selected) ? state.selected : null };
    }
    case 'settle':
      return restart(act.saved, act.document, state.selected);
    case 'settleSaved': {
      const { present } = history;
      const saved = { ...act.saved, items: withKeys(act.saved.items, present.items) };
      // What was changed while the answer was on its way stands over it.
      const document = act.payload === present ? saved : mergeDocuments(act.payload, present, saved).merged();
      return restart(saved, document, state.selected);
    }
  }
}

export function useStudio(initial: Document) {
  const [{ history, selected, saved }, dispatch] = useReducer(reduce, initial, (document) => ({
    history: startHistory(document),
    selected: null,
    saved: document,
  }));
  const { present } = history;
  const { items } = present;
  const acts = useMemo(() => {
    const change = (next: readonly Item[], tag?: string | null, key?: string | null) =>
      dispatch({
        kind: 'change',
        document: { ...present, items: next },
        ...(tag === undefined ? {} : { tag }),
        ...(key === undefined ? {} : { selected: key }),
      });
    return {
      select: (key: string | null) => dispatch({ kind: 'select', key }),
      undo: () => dispatch({ kind: 'undo' }),
      redo: () => dispatch({ kind: 'redo' }),
      /** What is on the server now, and what stands in the studio over it. */
      settle: (next: Document, document: Document) => dispatch({ kind: 'settle', saved: next, document }),
      /** What is on the server after `payload` was saved: what has changed since stays. */
      settleSaved: (next: Document, payload: Document) => dispatch({ kind: 'settleSaved', saved: next, payload }),
      /** What decisions made of the document, as one step. */
      change: (document: Document) => dispatch({ kind: 'change', document }),
      /** Another document in place of this one, as one step. */
      replace: (document: Document) => dispatch({ kind: 'change', document, selected: document.items[0]?.key ?? null }),
      setMeta: (patch: Partial<Meta>) =>
        dispatch({
          kind: 'change',
          document: { ...present, meta: { ...present.meta, ...patch } },
          tag: `meta:${Object.keys(patch).join()}`,
        }),
      /** Puts fields behind the selected one and selects the first of them. */
      add(fields: readonly Field[]) {
        const { items: next, key } = addFields(present.items, fields, selected);
        change(next, null, key);
      },
      patch: (key: string, patch: Partial<Record<keyof Field, unknown>>) =>
        change(patchField(present.items, key, patch), `${key}:${Object.keys(patch).join()}`),
      /** Moves a row, or tells what is in the way. */
      move(from: number, to: number): Blocked | null {
        const result = moveTo(present.items, from, to);
        if ('blocked' in result) return result.blocked;
        change(result.items);
        return null;
      },
      duplicate(key: string) {
        const { items: next, key: copy } = duplicate(present.items, key);
        change(next, null, copy);
      },
      remove(key: string) {
        const { items: next, next: neighbour } = removeItem(present.items, key);
        change(next, null, neighbour);
      },
    };
  }, [present, selected]);
  return {
    ...acts,
    document: present,
    saved,
    isDirty: present !== saved && (present.meta !== saved.meta || items !== saved.items),
    selected: items.find(({ key }) => key === selected) ?? null,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
export type StudioState = ReturnType<typeof useStudio>;
