/** JSON schemas of the contract: named ones are written once and referenced. */
import { z } from 'zod'

type Io = 'input' | 'output'
export type JsonSchema = Record<string, unknown>

/** Their format implies their long patterns. */
const PLAIN_FORMATS = new Set(['uuid', 'date-time', 'date'])
const MARKED_REF = /#\/components\/schemas\/(input|output):(\w+)/g

/** Collects named schemas while a document is built. */
export class NamedSchemas {
  readonly #names = z.registry<{ id: string }>()
  readonly #found = { input: new Map<string, string>(), output: new Map<string, string>() }

  constructor(named: Record<string, z.ZodType>) {
    for (const [id, schema] of Object.entries(named)) this.#names.add(schema, { id })
  }

  /** The schema of a request (`input`) or response (`output`): fields with a default need not be sent. */
  of(schema: z.ZodType, io: Io): JsonSchema {
    const { $defs, ...rest } = this.#convert(schema, io)
    return rest
  }

  /** The fields of an object, one schema each. */
  fieldsOf(schema: z.ZodType, io: Io): { properties: Record<string, JsonSchema>; required: string[] } {
    const { $defs, $ref, ...rest } = this.#convert(schema, io)
    const named = typeof $ref === 'string' ? this.#found[io].get($ref.split(':')[1]!) : undefined
    const { properties = {}, required = [] } = named ? JSON.parse(named) : rest
    return { properties, required }
  }

  /**
   * The document with its named schemas. One name serves both directions if they are equal; otherwise the request
   * schema has its own name.
   */
  complete<D extends { components: { schemas: JsonSchema } }>(document: D): D {
    const { input, output } = this.#found
    const split = this.#split()
    const nameOf = (io: string, id: string) => (io === 'input' && split.has(id) ? `${id}Input` : id)
    const schemas: JsonSchema = {}
    for (const [id, text] of output) schemas[id] = JSON.parse(text)
    for (const [id, text] of input) schemas[nameOf('input', id)] ??= JSON.parse(text)
    const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
    const { components } = document
    const whole = { ...document, components: { ...components, schemas: { ...components.schemas, ...sorted } } }
    const named = (_: string, io: string, id: string) => `#/components/schemas/${nameOf(io, id)}`
    return JSON.parse(JSON.stringify(whole).replaceAll(MARKED_REF, named))
  }

  /** The names whose directions differ, or refer to one that does. */
  #split(): Set<string> {
    const { input, output } = this.#found
    const both = [...input.keys()].filter((id) => output.has(id))
    const plain = (text: string | undefined) => text?.replaceAll(MARKED_REF, '$2')
    const split = new Set(both.filter((id) => plain(input.get(id)) !== plain(output.get(id))))
    const refersToSplit = (id: string) => [...input.get(id)!.matchAll(MARKED_REF)].some(([, , to]) => split.has(to!))
    let size: number
    do {
      size = split.size
      for (const id of both) if (refersToSplit(id)) split.add(id)
    } while (split.size > size)
    return split
  }

  #convert(schema: z.ZodType, io: Io): JsonSchema {
    const { $schema: _, ...made } = z.toJSONSchema(schema, {
      ...{ io, metadata: this.#names, unrepresentable: 'any', override: plainSchema },
    })
    const text = JSON.stringify(made).replaceAll('"#/$defs/', `"#/components/schemas/${io}:`)
    const converted: JsonSchema = JSON.parse(text)
    for (const [id, named] of Object.entries(converted.$defs ?? {})) this.#found[io].set(id, JSON.stringify(named))
    return converted
  }
}

function plainSchema({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (PLAIN_FORMATS.has(jsonSchema.format ?? '')) delete jsonSchema.pattern
  const { required, properties, additionalProperties } = jsonSchema
  // A record of known keys has its keys as properties.
  if (!required || properties || typeof additionalProperties !== 'object') return
  jsonSchema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}
