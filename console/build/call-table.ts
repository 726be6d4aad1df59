/**
 * Vite plugin: `virtual:calls` holds verb and path of every contract entry. The browser needs nothing more to send
 * a call, and so carries neither zod nor the schemas of pages it does not show.
 */
import { methodOf } from '@mimamori/contract/endpoint.ts'
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

function table(): Record<string, [method: string, path: string]> {
  return Object.fromEntries(Object.entries(endpoints).map(([key, entry]) => [key, [methodOf(entry), entry.path]]))
}
