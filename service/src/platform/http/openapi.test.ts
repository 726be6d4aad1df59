import { createHash } from 'node:crypto'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { NAMED_SCHEMAS } from '@mimamori/contract/schema-names.ts'
import { type Endpoint, endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { validate } from '@scalar/openapi-parser'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addApiPage } from './openapi.ts'
import { NamedSchemas } from './openapi-schemas.ts'

async function readDescription() {
  const http = fastify()
  addApiPage(http, { endpoints, named: NAMED_SCHEMAS }, () => {})
  return (await http.inject({ url: '/api/openapi.json' })).json()
}

test('S4 the API description is valid OpenAPI, and each name in it leads to a schema', async () => {
  const document = await readDescription()
  expect(await validate(document)).toMatchObject({ valid: true, errors: [] })
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name!,
  )
  const known = Object.keys(document.components.schemas)
  expect(known).toEqual(expect.arrayContaining(Object.keys(NAMED_SCHEMAS)))
  expect([...new Set(names)].filter((name) => !known.includes(name))).toEqual([])
})

/** Names that a router prefers to a parameter, as the service does: `recording/day` beside `recording/{id}`. */
const KNOWN_RULES = ['no-ambiguous-paths']

test('HAND-01 redocly lint passes with its recommended rules', async () => {
  const source = JSON.stringify(await readDescription())
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const others = problems.filter(({ ruleId }) => !KNOWN_RULES.includes(ruleId))
  expect(others.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('S4 the API description names the body of every call that has one, unions included', async () => {
  const { paths } = await readDescription()
  const bodiless = Object.values(endpoints as Record<string, Endpoint>)
    .filter(
      ({ body, intake }) =>
        intake !== 'bytes' && !(body instanceof z.ZodObject && Object.keys(body.shape).length === 0),
    )
    .flatMap(({ method, path }) =>
      [method].flat().map((verb) => ({ verb, path: path.replaceAll(/:([A-Za-z]+)/g, '{$1}') })),
    )
    .filter(({ verb, path }) => !paths[`/api/${path}`][verb.toLowerCase()].requestBody)
  expect(bodiless).toEqual([])
})

test('S4 the API description writes no large schema twice', async () => {
  const seen = new Map<string, number>()
  JSON.stringify(await readDescription(), (_key, value) => {
    const text = value?.type === 'object' && value.properties ? JSON.stringify(value) : ''
    if (text.length > 1_400) seen.set(text, (seen.get(text) ?? 0) + 1)
    return value
  })
  expect([...seen].filter(([, count]) => count > 1).map(([text]) => text.slice(0, 200))).toEqual([])
})

test('a schema with defaults has separate names for request and response', () => {
  const inner = z.object({ at: z.uuid(), volume: z.number().default(3) })
  const outer = z.object({ inner })
  const plain = z.strictObject({ name: z.string() })
  const schemas = new NamedSchemas({ Inner: inner, Outer: outer, Plain: plain })
  const call = z.object({ outer, plain })
  const document = {
    ...{ sent: schemas.of(call, 'input'), answered: schemas.of(call, 'output') },
    components: { schemas: {} },
  }
  const { sent, answered, components } = schemas.complete(document)
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  expect(sent.properties).toEqual({ outer: refTo('OuterInput'), plain: refTo('Plain') })
  expect(answered.properties).toEqual({ outer: refTo('Outer'), plain: refTo('Plain') })
  expect(components.schemas).toMatchObject({
    Inner: { required: ['at', 'volume'] },
    InnerInput: { required: ['at'], properties: { at: { type: 'string', format: 'uuid' } } },
    OuterInput: { properties: { inner: refTo('InnerInput') } },
  })
  expect(Object.keys(components.schemas)).toEqual(['Inner', 'InnerInput', 'Outer', 'OuterInput', 'Plain'])
})

test('a named schema of a call still has its fields as parameters', () => {
  const schemas = new NamedSchemas({ Page: z.object({}) })
  const named = z.object({ id: z.uuid(), size: z.number().optional() })
  const { properties, required } = new NamedSchemas({ Named: named }).fieldsOf(named, 'input')
  expect([Object.keys(properties), required]).toEqual([['id', 'size'], ['id']])
  expect(schemas.fieldsOf(z.object({}), 'input')).toEqual({ properties: {}, required: [] })
})

test('S11 the API page runs nothing, has one style, and shows every call and schema', async () => {
  const http = fastify()
  addApiPage(http, { endpoints, named: NAMED_SCHEMAS }, () => {})
  const [{ headers, payload }, document] = [await http.inject({ url: '/api/docs' }), await readDescription()]
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
  expect(policy).not.toContain('unsafe')
  expect(payload).not.toMatch(/<script| style="| on\w+="/)
  const styles = [...payload.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style!)
  expect(styles.map((style) => policy.includes(createHash('sha256').update(style).digest('base64')))).toEqual([true])
  const methods = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(Object.values)
  const wanted = [
    ...methods.map(({ operationId }) => operationId),
    ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
  ]
  const shown = [...payload.matchAll(/<details id="([^"]+)"/g)].map(([, id]) => id!)
  expect(shown.toSorted()).toEqual(wanted.toSorted())
  const targets = new Set([...payload.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect([...payload.matchAll(/href="#([^"]+)"/g)].map(([, to]) => to).filter((to) => !targets.has(to))).toEqual([])
})

test('the API page writes fields with their types and limits, and no text becomes markup', async () => {
  const http = fastify()
  const page = z.strictObject({ size: z.int().min(1).max(100).default(10), name: z.string().max(9).nullable() })
  const search = endpoint({
    method: 'POST',
    path: 'thing/search',
    access: 'public',
    summary: 'Find <b>things</b> & "more".',
    body: z.strictObject({ page, kinds: z.array(z.enum(['a', 'b'])).optional() }),
  })
  addApiPage(http, { endpoints: { 'thing.search': search }, named: { Page: page } }, () => {})
  const { payload } = await http.inject({ url: '/api/docs/' })
  expect(payload).toContain('<span>Find &lt;b&gt;things&lt;/b&gt; &amp; &quot;more&quot;.</span>')
  expect(payload).toContain(
    'page: <a href="#schema-Page">Page</a>\n  kinds?: Array&lt;&quot;a&quot; | &quot;b&quot;&gt;',
  )
  expect(payload).toContain('size?: integer <i>≥ 1, ≤ 100, default 10</i>\n  name: string <i>max 9</i> | null')
})

test('REACH-50 each call of a service account names its scope, and has an example that its schema takes', async () => {
  const { paths } = await readDescription()
  const open = Object.values<Endpoint>(endpoints).filter(({ scope }) => scope)
  expect(open.length).toBeGreaterThan(0)
  for (const { scope, path, method, body, example = {} } of open) {
    const verb = [method].flat().at(-1)!.toLowerCase()
    const called = paths[`/api/${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`][verb]
    expect(called.description).toContain(`Service accounts: scope \`${scope}\`.`)
    expect(called.security).toContainEqual({ account: [] })
    expect(called['x-codeSamples'][0].source).toContain('authorization: Bearer mma_')
    expect(body.safeParse(example).error).toBeUndefined()
  }
})
