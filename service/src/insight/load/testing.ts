/** Alarms of a site at wall-clock times, for tests of the alarm load. */
import type { TestService, TestTenant } from '#testing/service.ts'
import { insertAlert, type TestCamera } from '#testing/site.ts'

const MINUTE_MS = 60_000

/** Inserts bed exits, each this many minutes before now. */
export async function alarmsBefore(
  service: TestService,
  camera: TestCamera,
  minutes: readonly number[],
): Promise<string[]> {
  const ids: string[] = []
  for (const ago of minutes) {
    const occurredAt = new Date(service.clock.now().getTime() - ago * MINUTE_MS).toISOString()
    ids.push((await insertAlert(service, camera, { activity: 'A006', severity: 'high', occurredAt })).id)
  }
  return ids
}

/** The same, each back in bed after half a minute: a call of its own. */
export async function callsBefore(service: TestService, camera: TestCamera, minutes: readonly number[]) {
  const ids = await alarmsBefore(service, camera, minutes)
  await service.sql`update alert set alarm_state = 'resolved', outcome = 'returned', resolved_name = '',
    resolved_at = created_at + interval '30 seconds' where id = any(${ids}::uuid[])`
  return ids
}

export function setBudget({ sql }: TestService, { id }: TestTenant, budget: number | null): Promise<unknown> {
  return sql`update tenant set alarms_per_hour_budget = ${budget} where id = ${id}`
}
