/** The description of the API, made from the contract's table: OpenAPI 3.1 and a page that shows it. */
import { type Endpoint, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import { errorBody } from '@mimamori/contract/shared/errors.ts'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
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
    // Made when first asked for: it would cost time at every start.
    text ??= JSON.stringify(describe(endpoints, named))
    return reply.type('application/json; charset=utf-8').send(text)
  })
  let page: Promise<FastifyInstance> | undefined
  app.get('/api/docs', async (request, reply) => {
    requireMonitor(request)
    return reply.redirect('/api/docs/')
  })
  app.get('/api/docs/*', async (request, reply) => {
    requireMonitor(request)
    page ??= createPage()
    const answer = await (await page).inject({ url: request.url })
    return reply
      .status(answer.statusCode)
      .headers({ 'content-security-policy': PAGE_POLICY, 'content-type': answer.headers['content-type'] })
      .send(answer.rawPayload)
  })
}

/** The page carries its settings and styles within itself; it reaches nothing but this service. */
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** A server of its own, never on a port, for the plugin that draws the page: 4 MB of script, loaded when first asked for. */
async function createPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const inner = fastify()
  await inner.register(scalar, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true },
  })
  return inner
}

type Operation = Record<string, unknown>

function describe(endpoints: Record<string, Endpoint>, named: Record<string, z.ZodType>) {
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
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-AuthToken' } },
      schemas: { Error: schemas.of(errorBody, 'output') },
    },
  })
}

function operation(schemas: NamedSchemas, id: string, key: string, entry: Endpoint): Operation {
  const access = typeof entry.access === 'string' ? entry.access : entry.access.join(', ')
  return {
    operationId: id,
    tags: [key.split('.')[0]],
    summary: entry.summary,
    description: `Who: ${access}.`,
    security: entry.access === 'public' ? [] : [{ token: [] }],
    parameters: [...parameters(schemas, entry.params, 'path'), ...parameters(schemas, entry.query, 'query')],
    ...requestBody(schemas, entry),
    responses: {
      200: { description: 'Done', ...answerContent(schemas, entry) },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function requestBody(schemas: NamedSchemas, entry: Endpoint): Operation {
  if (entry.intake === 'bytes') {
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  if (Object.keys(schemas.fieldsOf(entry.body, 'input').properties).length === 0) return {}
  return { requestBody: { content: { 'application/json': { schema: schemas.of(entry.body, 'input') } } } }
}

function answerContent(schemas: NamedSchemas, entry: Endpoint): Operation {
  if (entry.answer === 'socket') return {}
  if (entry.answer === 'bytes') return { content: { 'application/octet-stream': {} } }
  if (entry.answer === 'events') return { content: { 'text/event-stream': {} } }
  return { content: { 'application/json': { schema: schemas.of(entry.response, 'output') } } }
}

function parameters(schemas: NamedSchemas, schema: z.ZodType, place: 'path' | 'query'): Operation[] {
  const { properties, required } = schemas.fieldsOf(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}
