/** Webhook targets with a real receiver over loopback, for tests. */
import type { Webhook, WebhookDelivery } from '@mimamori/contract/alerting/webhook.ts'
import { Webhook as Verifier } from 'standardwebhooks'
import { vi } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { drain } from '#platform/work/jobs.ts'
import { json, type Partner, startPartner } from '#testing/servers/partner.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { WEBHOOK_DRAFT } from '#testing/webhook.ts'
import { sendWebhooks } from './webhook.jobs.ts'

export type Hooks = Awaited<ReturnType<typeof startHooks>>

export async function startHooks() {
  const service = await startService({ env: { MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1', MIMAMORI_RATE_FACTOR: '100' } })
  return {
    service,
    stop: () => service.stop(),
    /** A new site with a room, its administrator, and a receiver. */
    async site() {
      const organisation = await service.tenant({ kind: 'organisation' })
      const site = await service.tenant({ parent: organisation, name: 'Sakura no Sato' })
      const unitId = await insertUnit(service, site, '2F')
      const camera = await insertCamera(service, site, { name: '201-A', location: '201', unitId })
      // What a test before left, and the first state of the camera.
      await service.sql`delete from webhook_event`
      await service.sql`update webhook set is_enabled = false`
      return new Place(service, { organisation, site, camera, partner: await startPartner() })
    },
  }
}

/** The documented body, as far as tests read it. */
type Received = {
  type: string
  timestamp: string
  data: {
    site: { id: string; name: string }
    room: string | null
    camera: { name: string; unitCode: string | null; resCode: string | null } | null
    alert: { id: string; state: string | null; outcome: string | null }
    person?: string
    residents?: string[]
  }
}

type Parts = { organisation: TestTenant; site: TestTenant; camera: TestCamera; partner: Partner }

export class Place {
  readonly service: TestService
  readonly organisation: TestTenant
  readonly site: TestTenant
  readonly camera: TestCamera
  readonly partner: Partner

  constructor(service: TestService, { organisation, site, camera, partner }: Parts) {
    this.service = service
    this.organisation = organisation
    this.site = site
    this.camera = camera
    this.partner = partner
    partner.behave = (response) => json(response, 200, {})
  }

  /** Signed in anew: tests move the clock by days. */
  admin = (): Promise<TestUser> => this.service.user({ role: 'ADMIN', tenant: this.site })

  async refused(more: object, by?: TestUser) {
    const body = { ...WEBHOOK_DRAFT, url: this.partner.url, ...more }
    return this.service.refused((by ?? (await this.admin())).token, 'webhook.create', { body })
  }

  async target(more: object = {}, by?: TestUser): Promise<{ webhook: Webhook; secret: string }> {
    const { status, body } = await this.refused(more, by)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body as unknown as { webhook: Webhook; secret: string }
  }

  /** Runs the job until nothing is due. */
  work(): Promise<number> {
    const { platform, database, clock } = this.service
    return drain(
      sendWebhooks({ ...platform, logger: createLogger('silent'), outbound: { timeoutMs: 300 } }),
      database,
      clock.now(),
    )
  }

  async state(id: string, by?: TestUser): Promise<Webhook> {
    const { token } = by ?? (await this.admin())
    const { body } = await this.service.call(token, 'webhook.list')
    return body.records.find((one) => one.id === id)!
  }

  async log(id: string, by?: TestUser): Promise<WebhookDelivery[]> {
    const { token } = by ?? (await this.admin())
    return (await this.service.call(token, 'webhook.deliveries', { params: { id } })).body.records
  }

  /** The bodies that the receiver got, each checked with the library of the standard. */
  received(secret: string): Received[] {
    return this.partner.requests.map(({ headers, body }) =>
      this.verified(secret, headers as Record<string, string>, body),
    )
  }

  /** Throws unless one of the signatures was made with the secret. */
  verified(secret: string, headers: Record<string, string>, body: string): Received {
    vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1_000 })
    try {
      return new Verifier(secret).verify(body, headers) as Received
    } finally {
      vi.useRealTimers()
    }
  }

  stop = () => this.partner.stop()
}
