/** What the list of hubs keeps in its address, and what it asks the service for. */

import type { AgentFilter } from '@mimamori/contract/fleet/agent.ts'
import { AGENT_SORTS, type AgentSort } from '@mimamori/contract/shared/sorts.ts'
import { isId, type ListSearch, toListSearch } from '#lib/list/list-search.ts'

const STATES = ['online', 'offline', 'unfinished'] as const

type AgentSearch = ListSearch<AgentSort> & { state?: (typeof STATES)[number] }

/** Reads an address that anybody may have typed. */
export function toAgentSearch(raw: Record<string, unknown>): AgentSearch {
  const state = STATES.find((known) => known === raw.state)
  return { ...toListSearch(raw, AGENT_SORTS), ...(state && { state }) }
}

/** The site of a new hub. */
export function toNewAgentSearch(raw: Record<string, unknown>): { tenantId?: string } {
  return isId(raw.tenantId) ? { tenantId: raw.tenantId } : {}
}

export function toAgentFilter({ text, state }: AgentSearch): AgentFilter {
  return {
    ...(text && { text }),
    ...(state === 'online' && { isOnline: true }),
    ...(state === 'offline' && { isOnline: false }),
    ...(state === 'unfinished' && { registrationStatuses: ['CREATED', 'REGISTRATION_INITIATED'] }),
  }
}
