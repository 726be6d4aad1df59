import { endpoints } from '@mimamori/contract/endpoints.ts'
import { NAMED_SCHEMAS } from '@mimamori/contract/schema-names.ts'
import { validate } from '@scalar/openapi-parser'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addApiPage } from './openapi.ts'
import { NamedSchemas } from './openapi-schemas.ts'

async function describeApi() {
  const http = fastify()
  addApiPage(http, { endpoints, named: NAMED_SCHEMAS }, () => {})
  return (await http.inject({ url: '/api/openapi.json' })).json()
}

test('S4 the API description is valid OpenAPI, and each name in it leads to a schema', async () => {
  const document = await describeApi()
  expect(await validate(document)).toMatchObject({ valid: true, errors: [] })
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name!,
  )
  const known = Object.keys(document.components.schemas)
  expect(known).toEqual(expect.arrayContaining(Object.keys(NAMED_SCHEMAS)))
  expect([...new Set(names)].filter((name) => !known.includes(name))).toEqual([])
})

test('S4 the API description writes no large schema twice', async () => {
  const seen = new Map<string, number>()
  JSON.stringify(await describeApi(), (_key, value) => {
    const text = value?.type === 'object' && value.properties ? JSON.stringify(value) : ''
    if (text.length > 1_400) seen.set(text, (seen.get(text) ?? 0) + 1)
    return value
  })
  expect([...seen].filter(([, count]) => count > 1).map(([text]) => text.slice(0, 200))).toEqual([])
})

test('a schema with defaults has one name for what is sent and one for what is answered', () => {
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
