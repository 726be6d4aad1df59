/** The description of the API, made from the contract's table: OpenAPI 3.1 and a page that shows it. */
import { type Endpoint, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import { errorBody } from '@mimamori/contract/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { createApiPage, type Description, type Operation } from './openapi-page.ts'
import { NamedSchemas } from './openapi-schemas.ts'

/** Adds /api/openapi.json and /api/docs, for those whom `requireMonitor` lets pass. */
export function addApiPage(
  app: FastifyInstance,
  { endpoints, named }: { endpoints: Record<string, Endpoint>; named: Record<string, z.ZodType> },
  requireMonitor: (request: FastifyRequest) => void,
): void {
  let text: string | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    requireMonitor(request)
    // Built at the first request: it would take time at every start.
    text ??= JSON.stringify(describeApi(endpoints, named))
    return reply.type('application/json; charset=utf-8').send(text)
  })
  let page: ReturnType<typeof createApiPage> | undefined
  for (const path of ['/api/docs', '/api/docs/']) {
    app.get(path, async (request, reply) => {
      requireMonitor(request)
      page ??= createApiPage(describeApi(endpoints, named))
      return reply
        .headers({ 'content-security-policy': page.policy, 'content-type': 'text/html; charset=utf-8' })
        .send(page.html)
    })
  }
}

/** OpenAPI of these calls. */
export function describeApi(endpoints: Record<string, Endpoint>, named: Record<string, z.ZodType>): Description {
  const schemas = new NamedSchemas(named)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [key, entry] of Object.entries(endpoints)) {
    const path = `/api/${entry.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`
    const methods = typeof entry.method === 'string' ? [entry.method] : entry.method
    for (const method of methods) {
      const id = method === methodOf(entry) ? key : `${key}.${method.toLowerCase()}`
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(schemas, id, key, entry) }
    }
  }
  return schemas.complete({
    openapi: '3.1.0',
    info: { title: 'Mimamori', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-AuthToken' },
        account: { type: 'http', scheme: 'bearer', description: 'The token of a service account.' },
      },
      schemas: { Error: schemas.of(errorBody, 'output') },
    },
  })
}

const REFUSED = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function operation(schemas: NamedSchemas, id: string, key: string, entry: Endpoint): Operation {
  const access = typeof entry.access === 'string' ? entry.access : entry.access.join(', ')
  return {
    operationId: id,
    tags: [key.split('.')[0]!],
    summary: entry.summary,
    description: [
      `Who: ${access}.`,
      ...(entry.scope ? [`Service accounts: scope \`${entry.scope}\`.`] : []),
      ...(entry.changesObject ? ['Takes the object as it was answered.'] : []),
    ].join(' '),
    security: entry.access === 'public' ? [] : [{ token: [] }, ...(entry.scope ? [{ account: [] }] : [])],
    parameters: [...parameters(schemas, entry.params, 'path'), ...parameters(schemas, entry.query, 'query')],
    ...requestBody(schemas, entry),
    ...(entry.scope && { 'x-codeSamples': [{ lang: 'Shell', source: sampleOf(entry) }] }),
    responses: {
      200: { description: 'Done', ...answerContent(schemas, entry) },
      '4XX': REFUSED,
      default: REFUSED,
    },
  }
}

/** The call of a service account, as a command. */
function sampleOf(entry: Endpoint): string {
  const url = `https://HOST/api/${entry.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`
  const parts = [`curl '${url}'`, "-H 'authorization: Bearer mma_…'"]
  const method = methodOf(entry)
  if (method === 'GET') return parts.join(' \\\n  ')
  const body = JSON.stringify(entry.example ?? {})
  return [`curl -X POST '${url}'`, parts[1], "-H 'content-type: application/json'", `-d '${body}'`].join(' \\\n  ')
}

function requestBody(schemas: NamedSchemas, entry: Endpoint): Pick<Operation, 'requestBody'> {
  if (entry.intake === 'bytes') {
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  const schema = schemas.of(entry.body, 'input')
  const isEmpty = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0
  const { example } = entry
  return isEmpty ? {} : { requestBody: { content: { 'application/json': { schema, ...(example && { example }) } } } }
}

function answerContent(schemas: NamedSchemas, entry: Endpoint): Pick<Operation['responses'][200], 'content'> {
  if (entry.answer === 'socket') return {}
  if (entry.answer === 'bytes') return { content: { 'application/octet-stream': {} } }
  if (entry.answer === 'events') return { content: { 'text/event-stream': {} } }
  return { content: { 'application/json': { schema: schemas.of(entry.response, 'output') } } }
}

function parameters(schemas: NamedSchemas, schema: z.ZodType, place: 'path' | 'query') {
  const { properties, required } = schemas.fieldsOf(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}
