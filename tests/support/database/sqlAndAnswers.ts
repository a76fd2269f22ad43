// Static analysis for the structure tests: tables that a source file writes, and the answers of actions.
import { parseSync } from 'vite';

/** Functions of `api/db` that write a table given by name. */
const WRITERS = 'moveCounter|keepNewest';

/**
 * Tables of `known` that `text` inserts into, updates or deletes from. A table in a variable counts as every
 * one that the file quotes; one interpolated into SQL text as `any table`.
 */
export function writtenTables(text: string, known: readonly string[]): string[] {
  const names = [
    ...text.matchAll(/\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'/g),
    ...text.matchAll(new RegExp(`\\b(?:${WRITERS})\\(\\s*\\w+,\\s*'(\\w+)'`, 'g')),
    ...text.matchAll(/\b(?:update|delete from|(?:insert(?: or \w+)?|replace) into)\s+(\w+)/gi),
  ]
    .map((match) => match[1] as string)
    .filter((name) => known.includes(name));
  const variable = /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*[a-z]/.test(text);
  const quoted = variable
    ? [...text.matchAll(/'(\w+)'/g)].map((match) => match[1] as string).filter((name) => known.includes(name))
    : [];
  const any = /\b(?:update|delete from|into)\s+\$\{/i.test(text) ? ['any table'] : [];
  return [...new Set([...names, ...quoted, ...any])];
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Children of a node, in order. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const isFunction = ({ type }: Node) =>
  ['FunctionExpression', 'ArrowFunctionExpression', 'FunctionDeclaration'].includes(type);

/** Return values of a function, without nested functions. */
function returnsOf(fn: Node): Node[] {
  const body = fn.body as Node;
  if (body.type !== 'BlockStatement') return [body];
  const found: Node[] = [];
  const walk = (node: Node): void => {
    if (isFunction(node)) return;
    if (node.type === 'ReturnStatement' && isNode(node.argument)) found.push(node.argument);
    for (const child of childrenOf(node)) walk(child);
  };
  walk(body);
  return found;
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '');

/** Functions of the file by name. */
function functionsOf(program: Node): Map<string, Node> {
  const functions = new Map<string, Node>();
  for (const statement of childrenOf(program)) {
    if (statement.type === 'FunctionDeclaration') functions.set(nameOf(statement.id), statement);
    for (const declared of childrenOf(statement).filter(({ type }) => type === 'VariableDeclarator')) {
      if (isNode(declared.init) && isFunction(declared.init))
        functions.set(nameOf(declared.id), declared.init);
    }
  }
  return functions;
}

/** The objects passed to `implement(calls, { … })`. */
function implementations(node: Node): Node[] {
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null;
  const given = nameOf(callee) === 'implement' ? (node.arguments as Node[])[1] : undefined;
  return given ? [given] : childrenOf(node).flatMap(implementations);
}

/** The origin of a value that no presenter made; empty if a presenter made it. */
function unpresented(node: Node, inputs: ReadonlySet<string>, functions: Map<string, Node>): string[] {
  const again = (each: unknown) => (isNode(each) ? unpresented(each, inputs, functions) : []);
  switch (node.type) {
    case 'AwaitExpression':
    case 'ParenthesizedExpression':
      return again(node.argument ?? node.expression);
    case 'ConditionalExpression':
      return [...again(node.consequent), ...again(node.alternate)];
    case 'NewExpression':
      // The second argument of `new Answer(data, …)` is a cursor or a message, typed by the contract.
      return nameOf(node.callee) === 'Answer' ? again((node.arguments as Node[])[0]) : ['a new object'];
    case 'Literal':
      return node.value === null ? [] : ['a literal'];
    case 'ArrayExpression':
      return (node.elements as Node[]).flatMap(again);
    case 'ObjectExpression':
      return (node.properties as Node[]).every((property) => property.shorthand === true)
        ? []
        : ['an object'];
    case 'Identifier':
      return inputs.has(nameOf(node)) ? [] : [nameOf(node)];
    case 'CallExpression':
      return unpresentedCall(node, inputs, functions);
    default:
      return [node.type];
  }
}

function unpresentedCall(node: Node, inputs: ReadonlySet<string>, functions: Map<string, Node>): string[] {
  const callee = node.callee as Node;
  if (callee.type === 'MemberExpression') {
    const [mapper] = node.arguments as Node[];
    if (nameOf(callee.property) !== 'map' || !mapper) return [nameOf(callee.property)];
    if (isFunction(mapper)) return returnsOf(mapper).flatMap((each) => unpresented(each, inputs, functions));
    return nameOf(mapper).startsWith('present') ? [] : [nameOf(mapper)];
  }
  const name = nameOf(callee);
  if (name.startsWith('present')) return [];
  const ours = functions.get(name);
  return ours ? returnsOf(ours).flatMap((each) => unpresented(each, new Set(), functions)) : [name];
}

/** Names of an action's inputs. */
function inputsOf(fn: Node): Set<string> {
  const [body] = fn.params as Node[];
  const properties = body?.type === 'ObjectPattern' ? (body.properties as Node[]) : [];
  return new Set(properties.map((property) => nameOf(property.value)));
}

/** An action, and a value in its answer that no presenter made; null without one. */
export interface MadeAnswer {
  action: string;
  made: string | null;
}

/** All actions of a file. */
export function answersOf(file: string, text: string): MadeAnswer[] {
  const program = parseSync(file, text).program as unknown as Node;
  const functions = functionsOf(program);
  return implementations(program).flatMap((object) =>
    (object.properties as Node[]).flatMap((property): MadeAnswer[] => {
      const fn = property.value as Node;
      const found = isFunction(fn)
        ? returnsOf(fn).flatMap((each) => unpresented(each, inputsOf(fn), functions))
        : [nameOf(fn)];
      const action = nameOf(property.key);
      return found.length === 0 ? [{ action, made: null }] : found.map((made) => ({ action, made }));
    }),
  );
}
