// Finds lists of words or numbers that repeat a list of the contract.
import { parseSync } from 'vite'
import type { FileMap } from './source-tree.ts'

type Node = { type: string; start: number; [key: string]: unknown }
/** `key`: its values, sorted; `isHome`: an array that others can import, not a union or an accidental pair. */
type TypedList = { path: string; line: number; key: string; isHome: boolean }

/** Minimum number of values of a list. */
const VALUES_MIN = 2
/** Minimum number of values of a list that is not in an exported constant. */
const SURE_MIN = 3

/** Arrays and unions of `others` with the values of an array of `contract`: their place, and that of the original. */
export function typedTwice(contract: FileMap, others: FileMap): string[] {
  const listsOf = (files: FileMap) => Object.entries(files).flatMap(([path, text]) => listsIn(path, text))
  const homes = new Map<string, TypedList>()
  for (const list of listsOf(contract)) if (list.isHome && !homes.has(list.key)) homes.set(list.key, list)
  return listsOf(others).flatMap((list) => {
    const home = homes.get(list.key)
    return home ? [`${list.path}:${list.line}: ${list.key} stands in ${home.path}:${home.line}`] : []
  })
}

function listsIn(path: string, text: string): TypedList[] {
  const parsed = parseSync(path, text)
  if (parsed.errors[0]) throw new Error(`${path}: ${parsed.errors[0].message}`)
  const lists: TypedList[] = []
  visit(parsed.program as unknown as Node, (node) => {
    const values = valuesOf(node)
    if (values.length < VALUES_MIN || new Set(values).size < values.length) return
    const line = text.slice(0, node.start).split('\n').length
    const isSure = values.length >= SURE_MIN || /export const \w+ = $/.test(text.slice(0, node.start))
    lists.push({ path, line, key: values.toSorted().join(', '), isHome: node.type === 'ArrayExpression' && isSure })
  })
  return lists
}

/** The values of an array or union that consists of literals only; empty for any other node. */
function valuesOf(node: Node): string[] {
  const parts = (
    node.type === 'ArrayExpression' ? node.elements : node.type === 'TSUnionType' ? node.types : []
  ) as (Node | null)[]
  const values = parts.map((part) => {
    const literal = part?.type === 'TSLiteralType' ? (part.literal as Node) : part
    return literal?.type === 'Literal' && /^(string|number)$/.test(typeof literal.value)
      ? JSON.stringify(literal.value)
      : null
  })
  return values.every((value) => value !== null) ? values : []
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) {
      if (one && typeof one === 'object' && typeof (one as Node).type === 'string') visit(one as Node, see)
    }
  }
}
