/** A site with a hub on a real socket, behind which relays hang: they obey, unless a test has them lie. */
import type { Contact, ContactForm } from '@mimamori/contract/alerting/contact.ts'
import type { ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import type { ContactOrder, HubAnswer } from '@mimamori/contract/camera/hub-request.ts'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { pino } from 'pino'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { Peer } from '#service/footage/live/testing.ts'
import type { TestService, TestUser } from '#testing/service.ts'
import { insertAlert } from '#testing/site.ts'
import { type ContactWork, createContactWork } from './contact.work.ts'

export const HTTP: ContactForm = {
  ...{ name: 'Nurse call', isEnabled: true, kind: 'http', unitId: null, roomCameraId: null, minimumSeverity: 'high' },
  ...{ agentId: null, method: 'GET', closeUrl: 'http://10.0.0.9/on', openUrl: 'http://10.0.0.9/off' },
  ...{ stateUrl: 'http://10.0.0.9/state', closedText: 'on', openText: 'off', cameraId: null, output: 1 },
}

/** A hub as the service sees it. */
class RelayHub {
  readonly asked: ContactOrder[] = []
  /** Relays by the id of their contact. */
  readonly relays = new Map<string, ContactState>()
  /** Null: it never answers. */
  lie: ((order: ContactOrder) => HubAnswer<'contact'> | null) | null = null
  readonly peer: Peer

  constructor(address: string, { token }: TestHub) {
    this.peer = new Peer(address, 'hub/socket', { 'x-authtoken': token })
    this.peer.socket.on('message', (data, isBinary) => {
      const order = isBinary ? null : (JSON.parse(String(data)) as HubOrder)
      if (order?.type === 'ask' && order.request.type === 'contact') this.#answer(order.askId, order.request)
    })
  }

  #answer(askId: string, order: ContactOrder): void {
    this.asked.push(order)
    const answer = this.lie ? this.lie(order) : this.#obey(order)
    if (answer) this.peer.socket.send(JSON.stringify({ type: 'answer', askId, ...answer }))
  }

  #obey({ contactId, want }: ContactOrder): HubAnswer<'contact'> {
    this.relays.set(contactId, want)
    return { result: { type: 'contact', state: want, isReported: true } }
  }
}

export type ContactSite = {
  hub: TestHub
  admin: TestUser
  nurse: TestUser
  relays: RelayHub
  /** Connects the hub, again after it was lost. */
  connect(): Promise<RelayHub>
  create(draft?: Partial<ContactForm>): Promise<Contact>
  list(): Promise<Contact[]>
  raise(draft?: Parameters<typeof insertAlert>[2], at?: number): ReturnType<typeof insertAlert>
  answer(alarm: { id: string }, action: 'claim' | 'give-back'): Promise<void>
}

export function contactWork(service: TestService): ContactWork {
  return createContactWork(service.platform as never, pino({ level: 'silent' }))
}

export async function contactSite(service: TestService, address: string): Promise<ContactSite> {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant, cameras: 2 })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const nurse = await service.user({ role: 'USER', tenant })
  const site: ContactSite = {
    ...{ hub, admin, nurse },
    relays: undefined as never,
    async connect() {
      site.relays = new RelayHub(address, hub)
      await site.relays.peer.opened()
      await site.relays.peer.roundTrip()
      return site.relays
    },
    async create(draft = {}) {
      const body = { ...HTTP, agentId: draft.kind === 'onvif' ? null : hub.id, ...draft }
      return (await service.call(admin.token, 'contact.create', { body })).body
    },
    list: async () => (await service.call(admin.token, 'contact.list')).body.records,
    raise(draft = {}, at = 0) {
      const camera = { id: hub.cameraIds[at]!, tenantId: tenant.id, unitId: hub.unitId, name: '' }
      return insertAlert(service, camera, { activity: 'A005', severity: 'critical', ...draft })
    },
    async answer({ id }, action) {
      const body = { action, requestId: crypto.randomUUID() }
      await service.call(nurse.token, 'alarm.answer', { params: { id }, body } as never)
    },
  }
  return site
}
