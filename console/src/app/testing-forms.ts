/** Reads the fields of a form out of its source, for the test that holds forms against the contract. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }
/** `required`: the places of this field that are marked so; a field may stand in several, such as new and edit. */
type FormField = { places: number; required: number }

export const SOURCE = join(import.meta.dirname, '..')

/** Paths of all components below the console's source. */
export function components(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.(test|d|en|ja)\.ts$/.test(path),
  )
}

/** The fields that these files name, by the first part of their names behind `below`. */
export function fieldsOf(paths: readonly string[], below = ''): Map<string, FormField> {
  const fields = new Map<string, FormField>()
  const add = (name: string | null, isRequired: boolean) => {
    const key = name?.startsWith(below) ? name.slice(below.length).split('.')[0] : undefined
    if (!key) return
    const known = fields.get(key) ?? { places: 0, required: 0 }
    fields.set(key, { places: known.places + 1, required: known.required + Number(isRequired) })
  }
  for (const path of paths) {
    const { program } = parseSync(path, readFileSync(join(SOURCE, path), 'utf8'))
    walk(program, (node) => {
      if (node.type === 'JSXOpeningElement') {
        const attributes = node.attributes as Node[]
        const named = attributes.find((each) => attributeName(each) === 'name')
        add(
          textOf(named?.value as Node | null),
          attributes.some((each) => attributeName(each) === 'required'),
        )
      }
      if (node.type === 'ObjectExpression' && hasLabel(node)) add(nameIn(node), false)
      if (node.type === 'CallExpression') for (const name of namesIn(node)) add(name, false)
    })
  }
  return fields
}

/** `useController({ name: 'x' })`, and a local helper that draws the field of its first argument. */
function namesIn(call: Node): (string | null)[] {
  const callee = (call.callee as Node).name
  const [first] = call.arguments as Node[]
  if (callee === 'pick') return [textOf(first ?? null)]
  if (callee !== 'useController' && callee !== 'useFieldArray') return []
  return [nameIn(first)]
}

function nameIn(object: Node | undefined): string | null {
  return textOf(valueIn(object, 'name'))
}

/** A field that a list describes: its name beside its label. */
function hasLabel(object: Node): boolean {
  return valueIn(object, 'label') !== undefined
}

function valueIn(object: Node | undefined, key: string): Node | undefined {
  const properties = (object?.properties ?? []) as Node[]
  return properties.find((each) => (each.key as Node | undefined)?.name === key)?.value as Node | undefined
}

function attributeName(attribute: Node): unknown {
  return (attribute.name as Node | undefined)?.name
}

/** The text of a literal, in braces or not, or how a template begins; null for anything else. */
function textOf(node: Node | null | undefined): string | null {
  if (!node) return null
  if (node.type === 'JSXExpressionContainer' || node.type === 'TSAsExpression') return textOf(node.expression as Node)
  if (node.type === 'Literal') return String(node.value)
  if (node.type !== 'TemplateLiteral') return null
  const [head] = node.quasis as { value: { cooked: string } }[]
  return head?.value.cooked ?? null
}

function walk(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, see)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  if (typeof (node as Node).type === 'string') see(node as Node)
  for (const value of Object.values(node)) walk(value, see)
}
