// Styles over fields with several choices: each choice of a record counts, not the first of them alone.
import { isList } from '../fields';
import { listKey } from '../ogc';
import type { Field } from '../schemas/form';
import type { Style } from '../schemas/style';

const listsOf = (form: readonly Field[]) => new Set(form.filter(isList).map(({ name }) => name));

/** The style as the map reads it: a list goes by the property that holds all of its values. */
export const withLists = (style: Style, form: readonly Field[]): Style => {
  const lists = listsOf(form);
  if (lists.size === 0) return style;
  const nameOf = (field: string) => (lists.has(field) ? listKey(field) : field);
  switch (style.kind) {
    case 'categorised':
      return { ...style, field: nameOf(style.field) };
    case 'cluster':
      return style.by ? { ...style, by: { ...style.by, field: nameOf(style.by.field) } } : style;
    case 'rule':
      return {
        ...style,
        rules: style.rules.map((rule) => ({
          ...rule,
          filter: rule.filter && {
            ...rule.filter,
            conditions: rule.filter.conditions.map((c) => ({ ...c, field: nameOf(c.field) })),
          },
        })),
      };
    case 'graduated':
    case 'heatmap':
    case 'single':
      return style;
  }
};

/** One mark a record, though it may belong to several classes: map and legend have to say which. Each rule draws by itself. */
export const usesSeveralChoices = (style: Style, form: readonly Field[]): boolean => {
  const field = style.kind === 'categorised' ? style.field : style.kind === 'cluster' ? style.by?.field : undefined;
  return field !== undefined && listsOf(form).has(field);
};
