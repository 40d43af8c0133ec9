// Edits of TypeScript sources by their syntax tree: a property, an element, an import, each put where its like already stand.
import ts from 'typescript';

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** What stands under `as const`, `satisfies` and parentheses. */
function unwrap(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrap(node.expression)
    : node;
}

/** The initial value of a variable at the top of a file. */
function initialValueOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name: own, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(own) && own.text === name && initializer) return unwrap(initializer);
  return undefined;
}

/** The object that a variable at the top of a file holds. */
export function objectOf(path: string, text: string, name: string): ts.ObjectLiteralExpression | undefined {
  const value = initialValueOf(parse(path, text), name);
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** The object that a variable of a type holds, or that a function of it returns, at the top of a file. */
export function objectOfType(path: string, text: string, type: string): ts.ObjectLiteralExpression | undefined {
  const source = parse(path, text);
  const isOfType = (node: { type?: ts.TypeNode | undefined }) => node.type?.getText(source) === type;
  const returned = (body: ts.Node | undefined): ts.Node | undefined =>
    body && ts.isBlock(body) ? body.statements.findLast(ts.isReturnStatement)?.expression : body;
  for (const statement of source.statements) {
    const values: (ts.Node | undefined)[] = [];
    if (ts.isFunctionDeclaration(statement) && isOfType(statement)) values.push(returned(statement.body));
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations) {
        const { initializer } = declaration;
        if (isOfType(declaration)) values.push(initializer);
        if (initializer && ts.isArrowFunction(initializer) && isOfType(initializer))
          values.push(returned(initializer.body));
      }
    for (const value of values) {
      const object = value && ts.isExpression(value) ? unwrap(value) : undefined;
      if (object && ts.isObjectLiteralExpression(object)) return object;
    }
  }
  return undefined;
}

/** The tables at the top of a file whose declared type fits, with the source of each of their rows. */
export function tablesOfType(path: string, text: string, type: RegExp): { name: string; rows: Map<string, string> }[] {
  const source = parse(path, text);
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, type: declared, initializer }) => {
      const object = initializer && unwrap(initializer);
      if (!object || !ts.isObjectLiteralExpression(object) || !type.test(declared?.getText(source) ?? '')) return [];
      const rows = object.properties
        .filter(ts.isPropertyAssignment)
        .map((row): [string, string] => [row.name.getText(source), row.initializer.getText(source)]);
      return [{ name: name.getText(source), rows: new Map(rows) }];
    }),
  );
}

/** The properties of an object by their names: undefined for those that are no object. */
export function propertiesOf(object: ts.ObjectLiteralExpression): Map<string, ts.ObjectLiteralExpression | undefined> {
  return new Map(
    object.properties.flatMap((property) => {
      const { name } = property;
      if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return [];
      const value = ts.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined;
      return [[name.text, value && ts.isObjectLiteralExpression(value) ? value : undefined] as const];
    }),
  );
}

/** The text of an object's property that is a string. */
export function readText(object: ts.ObjectLiteralExpression, name: string): string | undefined {
  for (const property of object.properties)
    if (
      ts.isPropertyAssignment(property) &&
      property.name.getText() === name &&
      ts.isStringLiteral(property.initializer)
    )
      return property.initializer.text;
  return undefined;
}

/** Inserts after the last node of a list, or after the bracket that opens it. */
function append(text: string, list: ts.NodeArray<ts.Node>, addition: string): string {
  const last = list.at(-1);
  const at = last?.getEnd() ?? list.pos;
  return `${text.slice(0, at)}${last ? ',\n' : ''}${addition}${text.slice(at)}`;
}

/** Adds a property to an object of a text. Throws where the name is taken. */
export function addProperty(text: string, object: ts.ObjectLiteralExpression, name: string, value: string): string {
  if (propertiesOf(object).has(name)) throw new Error(`${object.getSourceFile().fileName} has "${name}" already.`);
  return append(text, object.properties, `${name}: ${value}`);
}

/** Adds an element to the array that a variable at the top of a file holds. Throws where it is in it. */
export function addElement(path: string, text: string, variable: string, element: string): string {
  const array = initialValueOf(parse(path, text), variable);
  if (!array || !ts.isArrayLiteralExpression(array)) throw new Error(`"${variable}" in ${path} is no array.`);
  if (array.elements.some((one) => one.getText() === element))
    throw new Error(`${path} has ${element} in ${variable} already.`);
  return append(text, array.elements, element);
}

/** Imports a name from a module, beside those that come from it already. */
export function addImport(path: string, text: string, module: string, name: string): string {
  const imports = parse(path, text).statements.filter(ts.isImportDeclaration);
  for (const { importClause, moduleSpecifier } of imports) {
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== module) continue;
    const bindings = importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || importClause.isTypeOnly) continue;
    return bindings.elements.some((one) => one.name.text === name) ? text : append(text, bindings.elements, name);
  }
  const at = imports.at(-1)?.getEnd() ?? 0;
  return `${text.slice(0, at)}\nimport { ${name} } from '${module}';${text.slice(at)}`;
}

/** Imports a module's default under a name. */
export function addDefaultImport(path: string, text: string, module: string, name: string): string {
  const at = parse(path, text).statements.filter(ts.isImportDeclaration).at(-1)?.getEnd() ?? 0;
  return `${text.slice(0, at)}\nimport ${name} from '${module}';${text.slice(at)}`;
}
