// Numbers that stand by themselves on a screen go through `Num`: one width of digits, one place in lines of both directions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOMS = ['components', 'features', 'tools', 'map', 'app'];

/** What an expression between tags may show. */
function shownBy(expression: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(expression)) return shownBy(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...shownBy(expression.whenTrue), ...shownBy(expression.whenFalse)];
  if (ts.isBinaryExpression(expression)) return shownBy(expression.right);
  return [expression];
}

/** Whether it is a number, by the call that writes it or by its name. */
const isNumber = (expression: ts.Expression): boolean =>
  (ts.isCallExpression(expression) && ['number', 'percent'].includes(expression.expression.getText())) ||
  (ts.isPropertyAccessExpression(expression) && /(^|_)(length|count|total)$/.test(expression.name.text));

function offenders(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const places: string[] = [];
  const visit = (node: ts.Node) => {
    const isChild = ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
    if (isChild && node.expression && shownBy(node.expression).some(isNumber))
      places.push(`${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

it('no number between tags is written by hand', () => {
  const files = ROOMS.flatMap((room) =>
    readdirSync(room, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx$/.test(entry.name) && entry.name !== 'num.tsx')
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(files.flatMap((file) => offenders(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it('finds those that are planted', () => {
  expect(offenders('a.tsx', 'const a = <td>{number(n)}</td>;')).toHaveLength(1);
  expect(offenders('a.tsx', 'const a = <td>{isDone && (wide ? percent(n) : null)}</td>;')).toHaveLength(1);
  expect(offenders('a.tsx', 'const a = <td>{rows.length}</td>;')).toHaveLength(1);
  expect(
    offenders('a.tsx', "const a = <td title={number(n)}>{t('of', { n: number(n) })}<Num value={n} /></td>;"),
  ).toEqual([]);
});
