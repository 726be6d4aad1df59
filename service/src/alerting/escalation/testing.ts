/** A site with PRO for tests of escalation: a unit, a camera, people, and rules that watch. */
import type { Week } from '@mimamori/contract/camera/week.ts'
import type { DueWorker } from '#platform/work/due-worker.ts'
import type { TestService, TestTenant, TestUser } from '#testing/service.ts'
import { insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import type { TestPeople } from '../notification/testing.ts'

export type Site = { tenant: TestTenant; unitId: string; camera: TestCamera; nurse: TestUser; admin: TestUser }

export async function insertSite(service: TestService, { timezone = 'Asia/Tokyo', packages = ['VCARE', 'PRO'] } = {}) {
  const tenant = await service.tenant({ packages, timezone })
  const unitId = await insertUnit(service, tenant)
  return {
    tenant,
    unitId,
    camera: await insertCamera(service, tenant, { unitId }),
    nurse: await service.user({ role: 'USER', tenant }),
    admin: await service.user({ role: 'ADMIN', tenant }),
  } satisfies Site
}

type RuleDraft = { minutes?: number; hours?: Week | null; userIds?: string[]; unitIds?: string[] }

/** By the call that administrators use. */
export async function createRule(service: TestService, site: Site, draft: RuleDraft = {}): Promise<string> {
  const { body } = await service.call(site.admin.token, 'asset.create', { body: ruleFields(site, draft) })
  return body.id
}

/** The fields of a rule; it notifies the nurse unless somebody else is named. */
export function ruleFields(site: Site, { minutes = 5, hours = null, userIds, unitIds = [] }: RuleDraft) {
  return {
    type: 'ESCALATION' as const,
    name: `Rule ${crypto.randomUUID()}`,
    thresholdMinutes: minutes,
    activeHours: hours,
    userIds: userIds ?? [site.nurse.id],
    unitIds,
  }
}

/** Has these rules, and no others, watch the camera. */
export async function watchBy(service: TestService, site: Site, ...escalationIds: string[]): Promise<void> {
  await service.call(site.admin.token, 'camera.patch', { params: { id: site.camera.id }, body: { escalationIds } })
}

/** Rules that were fired for the alert, with their notices. */
export async function firedOf(service: TestService, alertId: string): Promise<string[]> {
  const rows = await service.sql<{ rule: string; notices: number }[]>`
    select x.escalation_id as rule, (select count(*)::int from notice n where n.alert_id = x.alert_id
      and n.escalation_id = x.escalation_id and n.cause = 'escalated') as notices
    from alert_escalation x where x.alert_id = ${alertId} and x.fired_at is not null order by x.fired_at`
  return rows.flatMap(({ rule, notices }) => Array.from({ length: notices }, () => rule))
}

/** Processes everything that is due: messages, rounds and rules, which wake each other. */
export async function workOff(messages: TestPeople['work'], workers: readonly DueWorker[]): Promise<void> {
  for (const each of [messages, ...workers, messages, ...workers, messages, ...workers, messages]) await each.idle()
}
