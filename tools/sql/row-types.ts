// Finds in the source of the service every place that sends a statement, with the type that its rows are said to have.
import { join, relative } from 'node:path'
import ts from 'typescript-api'
import type { ColumnKind } from './column-kind.ts'

export type Field = {
  name: string
  kinds: ReadonlySet<ColumnKind | 'any' | 'other'>
  isNullable: boolean
  /** Some rows of the type are without it. */
  isOptional: boolean
  text: string
}
/** `fields` is null where the type says nothing: `run`, and helpers that are generic in their row. */
export type Sender = { file: string; line: number; fields: readonly Field[] | null }

const METHODS = new Set(['rows', 'first', 'run'])

/** Every sender of the program that `service/tsconfig.json` describes, without its tests. */
export function findSenders(root: string): Sender[] {
  const configFile = join(root, 'service', 'tsconfig.json')
  const config = ts.getParsedCommandLineOfConfigFile(
    configFile,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  )!
  const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true })
  const checker = program.getTypeChecker()
  const sources = join(root, 'service', 'src')
  return program
    .getSourceFiles()
    .filter(
      ({ fileName }) =>
        fileName.startsWith(`${sources}/`) && !/\.test\.ts$|\/testing|postgres\/database\.ts$/.test(fileName),
    )
    .flatMap((file) => sendersIn(file, checker, root))
}

function fail(diagnostic: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
}

function sendersIn(file: ts.SourceFile, checker: ts.TypeChecker, root: string): Sender[] {
  const found: Sender[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && isStatement(node, checker)) {
      const { line } = file.getLineAndCharacterOfPosition(node.expression.name.getStart(file))
      found.push({ file: relative(root, file.fileName), line: line + 1, fields: fieldsOf(node, checker) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isStatement(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const { expression, name } = call.expression as ts.PropertyAccessExpression
  if (!METHODS.has(name.text)) return false
  return checker.getPropertyOfType(checker.getTypeAtLocation(expression), 'savepoint') !== undefined
}

function fieldsOf(call: ts.CallExpression, checker: ts.TypeChecker): Field[] | null {
  const method = (call.expression as ts.PropertyAccessExpression).name.text
  if (method === 'run') return null
  const answer = checker.getAwaitedType(checker.getTypeAtLocation(call))
  const row =
    answer &&
    (method === 'rows' ? checker.getIndexTypeOfType(answer, ts.IndexKind.Number) : checker.getNonNullableType(answer))
  if (!row || row.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Unknown)) return null
  const shapes = row.isUnion() ? row.types : [row]
  const fields = shapes.flatMap((shape) => checker.getPropertiesOfType(shape).map((one) => fieldOf(one, call, checker)))
  return [...Map.groupBy(fields, ({ name }) => name).values()].map((same) => joined(same, shapes.length))
}

/** The field of a row that is one of several shapes. */
function joined(same: Field[], shapes: number): Field {
  return {
    name: same[0]!.name,
    kinds: new Set(same.flatMap(({ kinds }) => [...kinds])),
    isNullable: same.some((one) => one.isNullable),
    isOptional: same.length < shapes || same.some((one) => one.isOptional),
    text: [...new Set(same.map(({ text }) => text))].join(' | '),
  }
}

function fieldOf(property: ts.Symbol, at: ts.Node, checker: ts.TypeChecker): Field {
  const type = checker.getTypeOfSymbolAtLocation(property, at)
  const members = type.isUnion() ? type.types : [type]
  const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
  return {
    name: property.name,
    kinds: new Set(members.filter(({ flags }) => !(flags & empty)).map((one) => kindOfType(one, checker))),
    isNullable:
      isOptional || members.some(({ flags }) => (flags & (empty | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0),
    isOptional,
    text: checker.typeToString(type),
  }
}

function kindOfType(type: ts.Type, checker: ts.TypeChecker): ColumnKind | 'any' | 'other' {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return 'any'
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (checker.getPropertyOfType(type, 'byteLength')) return 'bytes'
  const item = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined
  const items = item && new Set((item.isUnion() ? item.types : [item]).map((one) => kindOfType(one, checker)))
  if (items?.has('string')) return 'string[]'
  if (items?.has('number')) return 'number[]'
  return 'other'
}
