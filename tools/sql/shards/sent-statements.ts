// Finds each statement that the service sends beyond one tenant's transaction, with its text as far as the source says it.
import { join, relative } from 'node:path'
import ts from 'typescript-api'

/** `place`: file and the function that sends it. A value in the text is `$`, and so is a part that is put together. */
export type SentStatement = { place: string; text: string }

const METHODS = new Set(['rows', 'first', 'run'])
const DEPTH_MAX = 4

/**
 * Statements of `asTenant` are left out: row level security holds them to the tenants of their transaction. Those that the
 * operator's seed sends are no part of the running product.
 */
export function findBeyondTenant(root: string): SentStatement[] {
  const configFile = join(root, 'service', 'tsconfig.json')
  const config = ts.getParsedCommandLineOfConfigFile(
    configFile,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  )!
  const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true })
  const checker = program.getTypeChecker()
  return program.getSourceFiles().flatMap((file) => {
    const name = relative(root, file.fileName)
    const isOurs =
      name.startsWith('service/src/') && !/\.test\.ts$|\/testing|\/seed\/|postgres\/database\.ts$/.test(name)
    return isOurs ? statementsIn(file, name, checker) : []
  })
}

function fail(diagnostic: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
}

function statementsIn(file: ts.SourceFile, name: string, checker: ts.TypeChecker): SentStatement[] {
  const found: SentStatement[] = []
  const visit = (node: ts.Node): void => {
    const query = ts.isCallExpression(node) && isSent(node, checker) ? node.arguments[0] : undefined
    if (query) found.push({ place: `${name} ${functionAround(node)}`, text: textOf(query, checker, 0) })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isSent({ expression }: ts.CallExpression, checker: ts.TypeChecker): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !METHODS.has(expression.name.text)) return false
  const sender = checker.getTypeAtLocation(expression.expression)
  const has = (name: string) => checker.getPropertyOfType(sender, name) !== undefined
  return has('savepoint') && !has('writeTo')
}

function functionAround(node: ts.Node): string {
  for (let at = node.parent; at; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name) return nameOf(at.name)
    if (!ts.isVariableDeclaration(at) && !ts.isPropertyAssignment(at)) continue
    if (at.initializer && ts.isFunctionLike(at.initializer)) return nameOf(at.name)
  }
  return '-'
}

function nameOf(name: ts.PropertyName | ts.BindingName): string {
  return name.getText().replaceAll("'", '')
}

/** Follows constants and functions that are one template; what is chosen while it runs is `$`. */
function textOf(node: ts.Node, checker: ts.TypeChecker, depth: number): string {
  if (ts.isTaggedTemplateExpression(node)) {
    const { template } = node
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
    const parts = template.templateSpans.map(
      (span) => `${textOf(span.expression, checker, depth + 1)}${span.literal.text}`,
    )
    return template.head.text + parts.join('')
  }
  if (depth > DEPTH_MAX) return '$'
  if (ts.isCallExpression(node)) return textOf(node.expression, checker, depth + 1)
  if (ts.isIdentifier(node)) {
    const symbol = checker.getSymbolAtLocation(node)
    const own = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const declared = own?.valueDeclaration
    if (declared && ts.isVariableDeclaration(declared) && declared.initializer) {
      return textOf(declared.initializer, checker, depth + 1)
    }
    const said = declared && ts.isFunctionDeclaration(declared) ? declared.body?.statements.at(-1) : undefined
    if (said && ts.isReturnStatement(said) && said.expression) return textOf(said.expression, checker, depth + 1)
  }
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return textOf(node.body, checker, depth + 1)
  return '$'
}
