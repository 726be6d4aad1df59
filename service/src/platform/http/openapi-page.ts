/** The page that shows the description of the API: one document without scripts, which reads OpenAPI as it was made. */
import { createHash } from 'node:crypto'
import { DEFAULT_LOCALE } from '@mimamori/contract/languages/locales.ts'
import type { JsonSchema } from './openapi-schemas.ts'

type Content = Record<string, { schema?: JsonSchema; example?: object }>
type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema }
type Refused = { description: string; content: Content }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  /** For callers with the token of a service account. */
  'x-codeSamples'?: { lang: string; source: string }[]
  responses: { 200: { description?: string; content?: Content }; '4XX': Refused; default: Refused }
}
export type Description = {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

/** The page, and the policy that lets it show its own style and nothing else. */
export function createApiPage(description: Description): { html: string; policy: string } {
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return {
    html: pageOf(description),
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

type Call = { method: string; path: string; operation: Operation }

function pageOf({ info, paths, components }: Description): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, operation })),
  )
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0]!)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const links = groups.map(([tag, own]) => `<a href="#${tag}">${tag} <small>${own.length}</small></a>`)
  const sections = groups.map(
    ([tag, own]) => `<section id="${tag}"><h2>${tag}</h2>\n${own.map(callOf).join('\n')}\n</section>`,
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${name}</code></summary>${blockOf(schema)}</details>`,
  )
  return `<!doctype html><html lang="${DEFAULT_LOCALE}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(info.title)} API</title><style>${STYLE}</style>
<main><h1>${escaped(info.title)} API, version ${escaped(info.version)}</h1>
<p>${calls.length} calls. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. Signed-in calls carry the header
<code>X-AuthToken</code>. Errors are <a href="#schema-Error">Error</a>.</p>
<nav aria-label="Calls">${links.join('\n')}\n<a href="#schemas">schemas <small>${schemas.length}</small></a></nav>
${sections.join('\n')}
<section id="schemas"><h2>schemas</h2>\n${schemas.join('\n')}\n</section></main></html>`
}

function callOf({ method, path, operation }: Call): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const parts = [
    `<p>${escaped(description)} <code>${escaped(operationId)}</code></p>`,
    ...(parameters.length > 0 ? [`<h3>Parameters</h3>${parametersOf(parameters)}`] : []),
    ...(requestBody ? [`<h3>Body</h3>${contentOf(requestBody.content)}`] : []),
    ...(operation['x-codeSamples'] ?? []).map(({ source }) => `<h3>Example</h3><pre>${escaped(source)}</pre>`),
    ...(responses[200].content ? [`<h3>Answer</h3>${contentOf(responses[200].content)}`] : []),
  ]
  return `<details id="${escaped(operationId)}"><summary><b data-method="${method}">${method.toUpperCase()}</b>
<code>${escaped(path).replaceAll('/', '/<wbr>')}</code> <span>${escaped(summary).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</span></summary>\n${parts.join('\n')}</details>`
}

function parametersOf(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `${escaped(name)}${required ? '' : '?'}: ${typeOf(schema, 0)}  <i>${escaped(place)}</i>`,
  )
  return `<pre>${rows.join('\n')}</pre>`
}

function contentOf(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) =>
      type === 'application/json' && schema ? blockOf(schema) : `<p><code>${escaped(type)}</code></p>`,
    )
    .join('')
}

const blockOf = (schema: JsonSchema) => `<pre>${typeOf(schema, 0)}</pre>`

const REFERENCE = '#/components/schemas/'

/** A JSON schema as a type of TypeScript with its limits, as HTML; `depth` counts indents. */
function typeOf(schema: JsonSchema, depth: number): string {
  const { $ref, anyOf, oneOf, allOf } = schema as Record<'$ref' | 'anyOf' | 'oneOf' | 'allOf', unknown>
  if (typeof $ref === 'string') {
    const name = escaped($ref.replace(REFERENCE, ''))
    return `<a href="#schema-${name}">${name}</a>`
  }
  const joined = (list: unknown, sign: string) =>
    (list as JsonSchema[]).map((one) => typeOf(one, depth)).join(` ${sign} `)
  if (anyOf ?? oneOf) return joined(anyOf ?? oneOf, '|')
  if (allOf) return joined(allOf, '&amp;')
  if (Array.isArray(schema.enum)) return schema.enum.map(literalOf).join(' | ') + limitsOf(schema)
  if ('const' in schema) return literalOf(schema.const)
  if (schema.type === 'array') return arrayOf(schema, depth)
  if (schema.type === 'object') return objectOf(schema, depth)
  const types = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'unknown')
  return escaped(String(schema.format ?? types)) + limitsOf(schema)
}

function arrayOf(schema: JsonSchema, depth: number): string {
  if (Array.isArray(schema.prefixItems)) {
    return `[${schema.prefixItems.map((one) => typeOf(one, depth)).join(', ')}]${limitsOf(schema)}`
  }
  return `Array&lt;${typeOf((schema.items as JsonSchema | undefined) ?? {}, depth)}&gt;${limitsOf(schema)}`
}

function objectOf(schema: JsonSchema, depth: number): string {
  const required = (schema.required as string[] | undefined) ?? []
  const fields = Object.entries((schema.properties as Record<string, JsonSchema> | undefined) ?? {}).map(
    ([name, field]) => `${escaped(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field, depth + 1)}`,
  )
  const others = schema.additionalProperties
  if (others && typeof others === 'object') fields.push(`[name]: ${typeOf(others as JsonSchema, depth + 1)}`)
  if (fields.length === 0) return '{}'
  const indent = '  '.repeat(depth + 1)
  return `{\n${fields.map((field) => indent + field).join('\n')}\n${'  '.repeat(depth)}}`
}

const LIMITS = {
  minLength: 'min',
  maxLength: 'max',
  minimum: '≥',
  exclusiveMinimum: '&gt;',
  maximum: '≤',
  exclusiveMaximum: '&lt;',
  minItems: 'at least',
  maxItems: 'at most',
  pattern: 'matches',
  default: 'default',
}

/** The bounds of whole numbers that every number has say nothing. */
function limitsOf(schema: JsonSchema): string {
  const limits = Object.entries(LIMITS)
    .filter(
      ([key]) =>
        key in schema &&
        !(key === 'pattern' && 'format' in schema) &&
        Math.abs(Number(schema[key])) !== Number.MAX_SAFE_INTEGER,
    )
    .map(([key, word]) => `${word} ${key === 'pattern' ? escaped(String(schema[key])) : literalOf(schema[key])}`)
  return limits.length > 0 ? ` <i>${limits.join(', ')}</i>` : ''
}

const literalOf = (value: unknown) => escaped(JSON.stringify(value))

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one]!)

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.6rem;line-height:1.25}
h2{font-size:1.2rem;margin:2rem 0 .4rem}h3{font-size:.9rem;margin:.8rem 0 .2rem}p{margin:.4rem 0}
a{color:light-dark(#1f5fd6,#8ab4ff)}i,small{color:light-dark(#5a6272,#a3abba)}
nav{display:flex;flex-wrap:wrap;gap:.2rem .9rem}nav a{padding:.3rem 0}
details{border-top:1px solid light-dark(#dde1e8,#3a404c);padding:.3rem 0}
summary{cursor:pointer;padding:.4rem 0;overflow-wrap:anywhere}summary b{display:inline-block;min-width:4.2rem;font-size:.8rem}
summary span{color:light-dark(#5a6272,#a3abba)}b[data-method=get]{color:light-dark(#1f5fd6,#8ab4ff)}
b[data-method=delete]{color:light-dark(#b3261e,#ff9d94)}code,pre{font:.85rem/1.5 ui-monospace,monospace}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;padding:.6rem .8rem;background:light-dark(#f3f5f8,#1c2129);border-radius:.4rem}`
