/** News of hubs: for those who manage the site's hubs, and for the operator, who belongs to no site. HUB-03. */
import type { Bus } from '#platform/messaging/bus.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'

/** Publish after the commit, never before. */
export function publishHubChange(bus: Bus, tenantId: string, hubId: string): void {
  for (const reader of new Set([tenantId, OPERATOR_TENANT_ID])) bus.publish(reader, { type: 'hub-changed', hubId })
}
