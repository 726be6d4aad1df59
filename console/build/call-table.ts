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

/** Each list of roles stands there once: most calls share a few of them. */
function code(): string {
  const lists: string[] = []
  const rows = Object.entries<Endpoint>(endpoints).filter(([key, { access }]) => isForBrowsers(key, access))
  const lines = rows.map(([key, entry]) => {
    const call = `${JSON.stringify(key)}:[${JSON.stringify(methodOf(entry))},${JSON.stringify(entry.path)}`
    if (typeof entry.access === 'string') return `${call}]`
    const list = JSON.stringify(entry.access)
    if (!lists.includes(list)) lists.push(list)
    return `${call},roles${lists.indexOf(list)}${entry.whileBound === 'refused' ? ',1' : ''}]`
  })
  return `${lists.map((list, at) => `const roles${at} = ${list}`).join('\n')}\nexport const calls = {${lines.join()}}`
}

/** A browser never speaks as a hub, nor becomes one. */
function isForBrowsers(key: string, access: Endpoint['access']): boolean {
  return access !== 'hub' && !key.startsWith('hub.')
}
