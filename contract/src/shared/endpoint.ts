/** One HTTP call, written once: the service checks with it, console and hub call with it, the tests walk it. */
import { z } from 'zod'
import type { Role, Scope } from './roles.ts'

/** `public`: no token. `signed-in`: any role. `hub`: a hub's token. Otherwise only the roles listed. */
export type Access = 'public' | 'signed-in' | 'hub' | readonly Role[]

/**
 * Default `json`: `bytes` returns a file, `events` a stream of server-sent events, `socket` upgrades to a WebSocket.
 */
export type Answer = 'json' | 'bytes' | 'events' | 'socket'
/** Default `json`: `bytes` takes the raw body (an image, a clip). */
type Intake = 'json' | 'bytes'

type Schema = z.ZodType

type Call = {
  /** More than one verb where the description names several; the typed client sends the first. */
  method: Method | readonly Method[]
  /** Below {service}; `:id` marks a path parameter. */
  path: string
  access: Access
  /** One sentence for the API page. */
  summary: string
  answer?: Answer
  intake?: Intake
  /** It waits for somebody outside (a hub, another system), reads side by side, or shares a transaction with other calls: its handler opens short transactions itself. */
  lasting?: true
  /** Also for users outside of their site's address ranges: they can always sign out. SET-01. */
  fromAnywhere?: true
  /**
   * Open to somebody who has to set up a second factor first. `always`: what sets it up and what leaves. `alarms`: seeing and
   * answering alarms, for a session from before the last day. REACH-22.
   */
  beforeFactor?: 'always' | 'alarms'
  /** What leaves the site, opens another one or makes a key: refused with `proof-needed` when the last proof of the person is old. REACH-24. */
  needsProof?: true
  /** Also open to service accounts with this scope; any other call is refused to them. REACH-50. */
  scope?: Scope
  /** A body for the API page. */
  example?: object
  /**
   * For calls of administrators only: the rights of an ADMIN bound to units. `within-units`: the handler restricts
   * itself to their units. `refused`: it concerns the whole site, and fails with `bound-to-units`.
   */
  whileBound?: 'within-units' | 'refused'
  /** Open to hubs below the minimum version: calls that an upgrade needs. OPS-04. */
  whileTooOld?: true
  /**
   * The object that the body changes, as calls answer it: fields that only the answer has are ignored (`put-back.ts`), so that
   * an object can be put back as it was answered. Any other unknown field is refused.
   */
  changesObject?: Schema
  /** It changes something that others see, or the caller's own settings: DEMO_USER gets 403. */
  changes?: boolean
}
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

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

/** Omitted parts accept and return an empty object. The literal types of `later` and `answer` stay for the compiler. */
export function endpoint<const S extends Spec>(spec: S): Filled<S> {
  return { params: none, query: none, body: none, response: none, ...spec } as unknown as Filled<S>
}

/** The verb that the typed client sends. */
export function methodOf(call: { method: Method | readonly Method[] }): Method {
  return typeof call.method === 'string' ? call.method : call.method[0]!
}

/** The input of a handler: validated, coerced, with defaults. */
export type InputOf<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** The input of a caller: fields with defaults can be omitted. */
export type RequestOf<E extends Endpoint> = {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}
export type ResultOf<E extends Endpoint> = z.output<E['response']>
