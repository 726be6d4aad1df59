/** A site with a fall that has a clip, and the people who write its report, for tests. */
import { randomUUID } from 'node:crypto'
import type { EventDetail } from '@mimamori/contract/care/report.ts'
import { createLogger } from '#platform/log.ts'
import type { TestService, TestTenant, TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertUnit, type TestAlert, type TestCamera } from '#testing/site.ts'
import type { ModelOptions } from './report.model.ts'
import { createReportWorker } from './report.worker.ts'

export type FallSite = { tenant: TestTenant; camera: TestCamera; alert: TestAlert; nurse: TestUser; unitId: string }
type Draft = { clip?: Uint8Array; name?: string; location?: string; packages?: string[]; locale?: 'en' | 'ja' }

/** 03:12:05 in Tokyo; the clip begins five seconds before. */
export const FALL_AT = '2026-11-19T18:12:05.000Z'

export async function fallSite(service: TestService, draft: Draft = {}): Promise<FallSite> {
  const tenant = await service.tenant({ packages: draft.packages ?? ['VCARE', 'PRO'] })
  const unitId = await insertUnit(service, tenant, `2F ${randomUUID().slice(0, 4)}`)
  const camera = await insertCamera(service, tenant, {
    ...{ unitId, name: draft.name ?? '203-A', location: draft.location ?? 'Room 203' },
  })
  const alert = await insertAlert(service, camera, {
    ...{ activity: 'A005', severity: 'critical', occurredAt: FALL_AT, createdAt: '2026-11-19T18:12:06.200Z' },
  })
  if (draft.clip) await insertMedia(service, camera, { kind: 'clip', alert, bytes: draft.clip })
  const nurse = await service.user({ role: 'USER', tenant })
  await service.sql`update app_user set locale = ${draft.locale ?? 'en'} where id = ${nurse.id}`
  return { tenant, camera, alert, nurse, unitId }
}

/** Writes all waiting drafts, as the running service does. */
export async function work(service: TestService, options: ModelOptions = {}): Promise<void> {
  const logger = createLogger('error', { write: (line) => void service.logLines.push(line) })
  const worker = createReportWorker(service.platform, logger, options)
  worker.start()
  await worker.idle()
  await worker.stop()
}

/** The newest report of the alert; undefined if there is none. */
export async function newest(
  service: TestService,
  token: string,
  { id }: { id: string },
): Promise<EventDetail | undefined> {
  const query = { pageSize: 1, pageNumber: 0, sortColumn: 'createdAt', sortAscending: false }
  const { body } = await service.call(token, 'eventDetail.search', { query, body: { eventId: id } })
  return body.records[0]
}

/** Requests a draft, has it written, and returns it. */
export async function generated(service: TestService, { nurse, alert }: FallSite, options?: ModelOptions) {
  const { status } = await service.call(nurse.token, 'eventDetail.generate', { body: { id: alert.id } })
  if (status !== 200) throw new Error(`generate answered ${status}`)
  await work(service, options)
  return (await newest(service, nurse.token, alert))!
}
