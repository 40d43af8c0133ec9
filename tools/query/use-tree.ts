// A query of the wire while it is edited: what is typed stays while the owner holds what was last sent; another value from outside begins anew.
import { useState } from 'react';
import type { Field } from '@/contract/schemas/form';
import { type BuiltQuery, changed, fromNode, type Rule, type RuleGroup, toNode } from './tree';

export function useTree(value: BuiltQuery, fields: readonly Field[], onChange: (value: BuiltQuery) => void) {
  const key = JSON.stringify(value);
  const [state, setState] = useState(() => ({ key, tree: fromNode(value) }));
  const current = state.key === key ? state : { key, tree: fromNode(value) };
  if (current !== state) setState(current);
  const { incomplete } = toNode(current.tree, fields);
  const change = (at: number, by: (node: Rule | RuleGroup) => Rule | RuleGroup | null) => {
    const tree = changed(current.tree, at, by);
    const { node } = toNode(tree, fields);
    const next = JSON.stringify(node);
    setState({ key: next, tree });
    if (next !== key) onChange(node);
  };
  return { tree: current.tree, incomplete, change };
}
