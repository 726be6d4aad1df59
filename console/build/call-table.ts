/**
 * Vite plugin: `virtual:calls` holds verb, path and roles of every contract entry. The browser needs nothing more to
 * send a call, and so carries neither zod nor the schemas of pages it does not show.
 */
import { type Endpoint, methodOf } from '@mimamori/contract/endpoint.ts'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { Plugin } from 'vite'

const ID = 'virtual:calls'

export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export const calls = ${JSON.stringify(table())}` : undefined),
  }
}

type Row = [method: string, path: string, roles?: readonly string[]]

function table(): Record<string, Row> {
  const rows = Object.entries(endpoints).map(([key, entry]): [string, Row] => {
    const { path, access } = entry as Endpoint
    return [key, typeof access === 'string' ? [methodOf(entry), path] : [methodOf(entry), path, access]]
  })
  // A browser never speaks as a hub.
  return Object.fromEntries(rows.filter(([key]) => endpoints[key as keyof typeof endpoints].access !== 'hub'))
}
