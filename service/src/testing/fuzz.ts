/** Requests for the fuzz test, generated from the contract's schemas: valid, nearly valid, and hostile. */
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { z } from 'zod'
import { type Chance, seededId } from '../seed/chance.ts'

type JsonSchema = {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

/** One input of a call; `raw` is the JSON text, which may violate the schemas. */
export type FuzzInput = {
  params: Record<string, string>
  query: Record<string, string>
  raw: Buffer
  contentType: string
}

/** Ids of existing objects by noun, so that some inputs get beyond a 404. */
export type Known = Record<string, readonly string[]>

/** Generates inputs of one call. */
export function createInputs(entry: Endpoint, chance: Chance, known: Known) {
  const [params, query, body] = [entry.params, entry.query, entry.body].map(toJsonSchema)
  const make = createMaker(chance, known)
  return function next(): FuzzInput {
    // Often zero, so that handlers and statements are reached.
    const hostility = chance.pick([0, 0, 0.05, 0.2, 0.6])
    const record = (schema: JsonSchema, share: number) => toTexts(make(schema, share))
    return {
      // Ids are varied less, because an invalid one ends the call early.
      params: record(params!, hostility / 4),
      query: record(query!, hostility),
      raw: chance.happens(0.1) ? rawText(chance) : Buffer.from(JSON.stringify(make(body!, hostility)) ?? ''),
      contentType: chance.happens(0.05)
        ? chance.pick(CONTENT_TYPES)
        : entry.intake === 'bytes'
          ? 'image/jpeg'
          : 'application/json',
    }
  }
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function toTexts(value: unknown): Record<string, string> {
  if (value === null || typeof value !== 'object') return {}
  const text = (one: unknown) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, text(one)]))
}

const CONTENT_TYPES = ['', 'text/plain', 'application/xml', 'application/json; charset=utf-16', 'x/y; q="', 'video/mp4']

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e\ufeff',
  '__proto__',
  'constructor',
  "'; drop table alert; --",
  '%00%0d%0aSet-Cookie: a=b',
  '../../../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '\\',
  '{NULL,"}',
  'null',
  'NaN',
  '1e999',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  // A device mark whose signature has as many characters as a valid one, and more bytes.
  `a.b.99999999999.${'é'.repeat(43)}`,
  'é'.repeat(64),
  '-000001-12-31T23:00:00.000Z',
  '🧓'.repeat(300),
  'x'.repeat(20_000),
]
const HOSTILE_NUMBERS = [-1, 0, -0, 0.1, 1e-320, 2 ** 31, -(2 ** 31), 2 ** 53, -(2 ** 53), 1e21, 1e308]
const INSTANTS = [
  '2026-11-20T00:59:00.000Z',
  '2026-03-29T01:30:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0000-06-01T00:00:00Z',
]
const EARLIEST = ['0000-02-29T12:00:00Z', '0001-01-01T00:00:00+14:00']
const DAYS = ['2026-11-20', '2026-02-28', '0000-06-01', '0001-01-01', '9999-12-31']
const PROTOTYPE: unknown = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": 1}}')

function createMaker(chance: Chance, known: Known) {
  const all = Object.values(known).flat()
  function hostile(): unknown {
    const kinds = [
      () => chance.pick(HOSTILE_TEXTS),
      () => chance.pick(HOSTILE_NUMBERS),
      () => chance.pick([null, true, [], {}, [[]], PROTOTYPE]),
      () => Array.from({ length: 600 }, () => chance.pick(HOSTILE_TEXTS)),
    ]
    return chance.pick(kinds)()
  }

  function text({ format, pattern, minLength = 0, maxLength }: JsonSchema, noun: string): string {
    const ids = known[noun] ?? all
    // For unknown nouns, such as an epoch, ids are mostly new.
    if (format === 'uuid' && chance.happens(known[noun] ? 0.5 : 0.3)) return chance.pick(ids)
    if (format === 'uuid') return seededId(new Date(0), chance.share())
    if (format === 'base64') return Buffer.alloc(chance.count(150), 7).toString('base64')
    if (pattern?.includes('rtsp'))
      return chance.pick(['rtsp://10.0.0.9/stream', 'RTSPS://u:p@[::1]:554/?a#b', 'scene:room'])
    if (format === 'date-time') return chance.pick([...INSTANTS, ...EARLIEST])
    if (format === 'date') return chance.pick(DAYS)
    if (format === 'email') return `${chance.share()}@fuzz.example`
    const words = [
      `Room ${Math.round(chance.share() * 1e6)}`,
      '居室',
      'rtsp://10.0.0.9/stream',
      'Asia/Tokyo',
      chance.pick(ids),
      chance.pick(HOSTILE_TEXTS),
    ]
    return chance.pick(words).padEnd(minLength, '.').slice(0, maxLength)
  }

  function number({ type, minimum = -1000, maximum = 1000 }: JsonSchema, noun: string): number {
    // Batches after a gap are ignored, so most batches begin with the first number.
    if (noun === 'fromSequence' && chance.happens(0.8)) return minimum
    if (chance.happens(0.6)) return chance.pick([minimum, minimum, minimum, maximum])
    const value = chance.between(Math.max(minimum, -1e6), Math.min(maximum, 1e6))
    return type === 'integer' ? Math.round(value) : value
  }

  function object({ properties = {}, required = [] }: JsonSchema, hostility: number): object {
    const made: Record<string, unknown> = {}
    // Sends only a few fields of a form with fifty: with half of them at once one is always rejected.
    const leaves = Math.max(0.5, 1 - 4 / Object.keys(properties).length)
    for (const [name, schema] of Object.entries(properties)) {
      if (!required.includes(name) && chance.happens(leaves)) continue
      if (chance.happens(hostility / 4)) continue
      made[name] = make(schema, hostility, name.replace(/Ids?$/, ''))
    }
    if (chance.happens(hostility / 3)) made[chance.pick(HOSTILE_TEXTS)] = hostile()
    return made
  }

  function make(schema: JsonSchema, hostility: number, noun = ''): unknown {
    if (chance.happens(hostility)) return hostile()
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return chance.pick(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return make(chance.pick(options), hostility, noun)
    if (schema.type === 'object') return object(schema, hostility)
    if (schema.type === 'array') {
      const { minItems = 0, maxItems = 4 } = schema
      const length = Math.round(chance.between(minItems, Math.min(maxItems, minItems + 4)))
      return Array.from({ length }, () => make(schema.items ?? {}, hostility, noun))
    }
    if (schema.type === 'integer' || schema.type === 'number') return number(schema, noun)
    if (schema.type === 'boolean') return chance.happens(0.5)
    if (schema.type === 'null') return null
    return schema.type === 'string' ? text(schema, noun) : hostile()
  }
  return make
}

/** Bodies that are not JSON, or JSON that no schema accepts. */
function rawText(chance: Chance): Buffer {
  const texts = [
    '',
    '{',
    'null',
    '"text"',
    '[1,2',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '\ufeff{}',
    '{"a":"\\ud800"}',
    '{"a":1e999}',
    '['.repeat(100_000),
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    `[${'0,'.repeat(100_000)}0]`,
  ]
  const bytes = [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])]
  return chance.pick([...texts.map((text) => Buffer.from(text)), ...bytes])
}
