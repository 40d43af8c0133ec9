// What the editor of a group is given: a rule about related records holds such an editor itself.
import type { PlaceShape } from './machine';
import type { QuerySource, Rule, RuleGroup } from './tree';

export interface GroupEditorProps {
  source: QuerySource;
  group: RuleGroup;
  depth: number;
  incomplete: ReadonlySet<number>;
  /** The rule whose place is being drawn. */
  drawing: number | null;
  onChange: (key: number, change: (node: Rule | RuleGroup) => Rule | RuleGroup | null) => void;
  onDraw?: (rule: number, shape: PlaceShape) => void;
}
