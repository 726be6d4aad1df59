/** One HTTP call, written once: the service checks with it, console and hub call with it, the tests walk it. */
import { z } from 'zod'
import type { Role } from '../identity/roles.ts'

/** `public`: no token. `signed-in`: any role. `hub`: a hub's token. Otherwise only the roles listed. */
export type Access = 'public' | 'signed-in' | 'hub' | readonly Role[]

/** `json` unless said: `bytes` answers a file, `events` a stream of server-sent events, `socket` upgrades to a WebSocket. */
export type Answer = 'json' | 'bytes' | 'events' | 'socket'
/** `json` unless said: `bytes` takes the raw body (a picture, a clip). */
type Intake = 'json' | 'bytes'

type Call = {
  /** More than one verb where the description and old clients differ; the typed client sends the first. */
  method: Method | readonly Method[]
  /** Below {service}; `:id` marks a path parameter. */
  path: string
  access: Access
  /** One sentence for the API page. */
  summary: string
  answer?: Answer
  intake?: Intake
  /** It waits for somebody outside (a hub, another system), reads side by side or of the past, or shares a transaction with other calls: its handler opens short transactions itself. */
  lasting?: true
  /** Also for users outside of their site's address ranges: they can always sign out. SET-01. */
  fromAnywhere?: true
  /**
   * For calls of administrators alone: what an ADMIN bound to units may do. `within-units`: the handler keeps to what
   * is theirs. `refused`: it concerns the whole site, and answers `bound-to-units`.
   */
  whileBound?: 'within-units' | 'refused'
  /** Also for hubs below the least version: what an upgrade needs. OPS-04. */
  whileTooOld?: true
  /** It changes something that others see, or the caller's own settings: DEMO_USER is refused with 403. */
  changes?: boolean
}
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.ZodType

export type Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> = Call & { params: P; query: Q; body: B; response: R }

const none = z.strictObject({})
type None = typeof none

type Part = 'params' | 'query' | 'body' | 'response'
type Spec = Call & { [P in Part]?: Schema }
type Filled<S extends Spec> = Omit<S, Part> &
  Call & { [P in Part]: S extends { [Q in P]: infer T extends Schema } ? T : None }

/** Parts left out accept and answer an empty object. The literal types of `later` and `answer` stay for the compiler. */
export function endpoint<const S extends Spec>(spec: S): Filled<S> {
  return { params: none, query: none, body: none, response: none, ...spec } as unknown as Filled<S>
}

/** The verb that the typed client sends. */
export function methodOf(call: { method: Method | readonly Method[] }): Method {
  return typeof call.method === 'string' ? call.method : call.method[0]!
}

/** What a handler gets: checked, coerced, defaults filled in. */
export type InputOf<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** What a caller may send: fields with defaults can be left out. */
export type RequestOf<E extends Endpoint> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}
export type ResultOf<E extends Endpoint> = z.output<E['response']>
