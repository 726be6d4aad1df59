/**
 * Vite plugin: `virtual:calls` holds verb, path and roles of every contract entry. The browser needs nothing more to
 * send a call, and so carries neither zod nor the schemas of pages it does not show.
 */

import { endpoints } from '@mimamori/contract/endpoints.ts'
import { type Endpoint, methodOf } from '@mimamori/contract/shared/endpoint.ts'
import type { Plugin } from 'vite'

const ID = 'virtual:calls'

export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? code() : undefined),
  }
}

/**
 * One line for each call, and each list of roles once: that packs smaller than the same as objects. A noun stands in its
 * first line; in a path `~` is the noun and `^` the verb, which nearly all paths begin and end with.
 */
function code(): string {
  const lists: string[] = []
  const rows = Object.entries<Endpoint>(endpoints).filter(([key, { access }]) => isForBrowsers(key, access))
  let last = ''
  const lines = rows.map(([key, entry]) => {
    const [noun, verb] = key.split('.') as [string, string]
    const path = entry.path.replace(new RegExp(`^${noun}`), '~').replace(new RegExp(`${verb}$`), '^')
    const call = `${noun === last ? '' : noun}.${verb} ${methodOf(entry)} ${path}`
    last = noun
    if (typeof entry.access === 'string') return call
    const list = entry.access.join()
    if (!lists.includes(list)) lists.push(list)
    return `${call} ${lists.indexOf(list)}${entry.whileBound === 'refused' ? ' 1' : ''}`
  })
  return `const roles = ${JSON.stringify(lists.join(' '))}.split(' ').map((list) => list.split(','))
let noun
export const calls = Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
  const [key, method, path, list, bound] = line.split(' ')
  const [given, verb] = key.split('.')
  noun = given || noun
  return [noun + '.' + verb, [method, path.replace('~', noun).replace('^', verb), roles[list], bound && 1]]
}))`
}

/** Their addresses come from the service, signed; the worker knows its own; or they are for programs of others. */
const NOT_CALLED =
  /^(recording\.(playlist|part|download)|live\.socket|media\.get|notification\.receipt|camera\.patch|cameraApp\.schedule)$/

/** Whether the table has the call: a browser never speaks as a hub, nor becomes one, nor calls what is for tokens alone. */
export function isForBrowsers(key: string, access: Endpoint['access']): boolean {
  return access !== 'hub' && access.length > 0 && !key.startsWith('hub.') && !NOT_CALLED.test(key)
}
