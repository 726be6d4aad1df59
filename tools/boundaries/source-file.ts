// Reads one TypeScript file with a real parser (the one inside Vite) into the facts that the boundary checks look at.
import { parseSync } from 'vite'

/** What one source file imports, declares and touches; line numbers start at 1. */
export type SourceFile = {
  path: string
  lineCount: number
  /** The first line's comment, or undefined where the file does not begin with one. */
  opening: string | undefined
  imports: { specifier: string; line: number; isType: boolean }[]
  /**
   * `lineCount` is without the named functions inside, which are listed themselves: a factory that returns methods is
   * measured like a class. A component is counted whole.
   */
  functions: { name: string; line: number; lineCount: number; isComponent: boolean }[]
  /** Exported functions without a docstring right above; the only one of a file may have the file's first sentence. */
  undocumented: { name: string; line: number }[]
  /** Places that read the environment or the clock (`process.env`, `Date.now()`, `new Date()`), or make a format. */
  reads: { what: 'environment' | 'clock' | 'format'; line: number }[]
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Parses one file; a syntax error throws with the path in its message. */
export function readSourceFile(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text)
  const problem = parsed.errors[0]
  if (problem) throw new Error(`${path}: ${problem.message}`)
  const lineOf = makeLineOf(text)
  const program = parsed.program as unknown as Node
  const file: SourceFile = {
    path,
    lineCount: text.replace(/\n$/, '').split('\n').length,
    opening: /^(?:#!.*\n)?(?:\/\/ ?|\/\*\*?\s*(?:\* )?)(.*)/.exec(text)?.[1],
    imports: [],
    functions: [],
    undocumented: [],
    reads: [],
  }
  collectImports(program, file, lineOf)
  collectUndocumented(program, text, file, lineOf)
  walk(program, undefined, (node, parent) => collectFacts(node, parent, file, lineOf))
  return file
}

function makeLineOf(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

function collectImports(program: Node, file: SourceFile, lineOf: (offset: number) => number): void {
  walk(program, undefined, (node) => {
    const isImport = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(node.type)
    const source = isImport || node.type === 'ImportExpression' ? (node.source as Node | null) : null
    if (typeof source?.value !== 'string') return
    const isType = node.importKind === 'type' || node.exportKind === 'type'
    file.imports.push({ specifier: source.value, line: lineOf(node.start), isType })
  })
}

function collectUndocumented(program: Node, text: string, file: SourceFile, lineOf: (offset: number) => number): void {
  let exported = 0
  for (const statement of program.body as Node[]) {
    const declaration = statement.declaration as Node | null | undefined
    if (!statement.type.startsWith('Export') || !declaration) continue
    const name = exportedFunctionName(declaration)
    if (name === undefined) continue
    exported += 1
    if (/\*\/\s*$/.test(text.slice(0, statement.start))) continue
    file.undocumented.push({ name, line: lineOf(statement.start) })
  }
  if (exported === 1 && (file.opening ?? '').length >= 10) file.undocumented = []
}

function exportedFunctionName(declaration: Node): string | undefined {
  if (declaration.type === 'FunctionDeclaration') return nameOf(declaration) ?? 'default'
  if (declaration.type !== 'VariableDeclaration') return undefined
  const made = (declaration.declarations as Node[]).find((one) => isFunction(one.init as Node | null))
  return made && nameOf(made)
}

function collectFacts(node: Node, parent: Node | undefined, file: SourceFile, lineOf: (offset: number) => number) {
  const line = lineOf(node.start)
  if (isFunction(node)) {
    const name = nameOf(node) ?? (parent && nameOf(parent)) ?? 'a function'
    const isWhole = isComponent(file.path, name)
    const lineCount = lineOf(node.end) - line + 1 - (isWhole ? 0 : countNamedInside(node, lineOf))
    file.functions.push({ name, line, lineCount, isComponent: isWhole })
  }
  if (isMember(node, 'process', 'env')) file.reads.push({ what: 'environment', line })
  if (makesFormat(node)) file.reads.push({ what: 'format', line })
  const isNow = node.type === 'CallExpression' && isMember(node.callee as Node, 'Date', 'now')
  const isNewDate = node.type === 'NewExpression' && (node.callee as Node).name === 'Date'
  if (isNow || (isNewDate && (node.arguments as Node[]).length === 0)) file.reads.push({ what: 'clock', line })
}

/** `new Intl.NumberFormat(...)`, and `toLocaleString()`, which makes one inside. */
function makesFormat(node: Node): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression') return false
  if (node.type === 'NewExpression') return (callee.object as Node).name === 'Intl'
  return /^toLocale(Date|Time)?String$/.test(String((callee.property as Node).name))
}

/** The lines of the outermost named functions inside this one. */
function countNamedInside(outer: Node, lineOf: (offset: number) => number): number {
  let lines = 0
  let coveredTo = outer.start
  walk(outer, undefined, (node, parent) => {
    if (node === outer || !isFunction(node) || node.start < coveredTo) return
    if ((nameOf(node) ?? (parent && parent !== outer && nameOf(parent))) === undefined) return
    lines += lineOf(node.end) - lineOf(node.start) + 1
    coveredTo = node.end
  })
  return lines
}

function isComponent(path: string, name: string): boolean {
  return path.endsWith('.tsx') && /^[A-Z]/.test(name)
}

function isFunction(node: Node | null | undefined): boolean {
  return node?.type === 'FunctionDeclaration' || node?.type === 'FunctionExpression' || isArrow(node)
}

function isArrow(node: Node | null | undefined): boolean {
  return node?.type === 'ArrowFunctionExpression'
}

function isMember(node: Node, object: string, property: string): boolean {
  if (node.type !== 'MemberExpression') return false
  return (node.object as Node).name === object && (node.property as Node).name === property
}

/** The name that a declaration, a property or a method gives to the function in it. */
function nameOf(node: Node): string | undefined {
  const named = (node.id ?? node.key) as Node | null | undefined
  return typeof named?.name === 'string' ? named.name : undefined
}

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && 'type' in child) walk(child as Node, node, visit)
    }
  }
}
