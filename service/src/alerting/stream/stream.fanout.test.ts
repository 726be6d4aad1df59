import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { describe, expect, test } from 'vitest'
import { createBus } from '#platform/messaging/bus.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { createFanout, READER_BACKLOG_BYTES, type Reader, type ReaderScope } from './stream.fanout.ts'

const SAKURA = '0190c0de-0000-7000-8000-000000000001'
const KAEDE = '0190c0de-0000-7000-8000-000000000002'
const SECOND_FLOOR = '0190c0de-0000-7000-8000-0000000000f2'
const THIRD_FLOOR = '0190c0de-0000-7000-8000-0000000000f3'
const CAMERA = '0190c0de-0000-7000-8000-0000000000c1'
const NURSE = '0190c0de-0000-7000-8000-0000000000a1'
const ALERT = '0190c0de-0000-7000-8000-0000000000e1'

class FakeReader implements Reader {
  received: Uint8Array[] = []
  queuedBytes = 0
  isDropped = false
  write(bytes: Uint8Array) {
    this.received.push(bytes)
  }
  drop() {
    this.isDropped = true
  }
  types(): string[] {
    return this.received.map((bytes) => JSON.parse(Buffer.from(bytes).toString().slice(6)).type)
  }
}

function open(scope: Partial<ReaderScope> = {}) {
  const reader = new FakeReader()
  const leave = fanout.add(reader, {
    userId: NURSE,
    role: 'USER',
    tenantIds: [SAKURA],
    unitIds: null,
    isImpersonating: false,
    ...scope,
  })
  return { reader, leave }
}

const bus = createBus((error) => {
  throw error
})
const fanout = createFanout(bus)
const frame = (unitId: string | null = SECOND_FLOOR): LiveEvent => ({ type: 'frame-changed', cameraId: CAMERA, unitId })
const changed = (forUserId?: string): LiveEvent => ({
  type: 'alert-changed',
  alertIds: [ALERT],
  unitId: SECOND_FLOOR,
  ...(forUserId && { forUserId }),
})

describe('stream fan-out', () => {
  test('HUB-03 news of hubs reach the site’s administrators and the operator, and nobody else', () => {
    const hubChanged: LiveEvent = { type: 'hub-changed', hubId: CAMERA }
    const admin = open({ role: 'ADMIN' })
    const nurse = open({ role: 'USER' })
    const operator = open({ role: 'SUPER_ADMIN' })
    for (const tenantId of [SAKURA, OPERATOR_TENANT_ID]) bus.publish(tenantId, hubChanged)
    expect([admin, nurse, operator].map(({ reader }) => reader.types())).toEqual([['hub-changed'], [], ['hub-changed']])
    for (const { leave } of [admin, nurse, operator]) leave()
  })

  test('ALERT-10 an event reaches every reader of its tenant and none of another', () => {
    const sakura = open()
    const kaede = open({ tenantIds: [KAEDE] })
    const organisation = open({ tenantIds: [SAKURA, KAEDE], role: 'ORG_ADMIN' })
    bus.publish(SAKURA, changed())
    expect(sakura.reader.types()).toEqual(['alert-changed'])
    expect(organisation.reader.types()).toEqual(['alert-changed'])
    expect(kaede.reader.received).toEqual([])
    for (const each of [sakura, kaede, organisation]) each.leave()
  })

  test('a user bound to a unit receives the events of that unit alone', () => {
    const { reader, leave } = open({ unitIds: [SECOND_FLOOR] })
    for (const unitId of [SECOND_FLOOR, THIRD_FLOOR, null]) bus.publish(SAKURA, frame(unitId))
    expect(reader.received).toHaveLength(1)
    leave()
  })

  test('an annotator receives alerts and no camera events', () => {
    const { reader, leave } = open({ role: 'ANNOTATOR' })
    bus.publish(SAKURA, frame())
    bus.publish(SAKURA, changed())
    expect(reader.types()).toEqual(['alert-changed'])
    leave()
  })

  test('SUPER_ADMIN receives nothing outside of a connected site', () => {
    const outside = open({ role: 'SUPER_ADMIN' })
    const connected = open({ role: 'SUPER_ADMIN', isImpersonating: true })
    bus.publish(SAKURA, frame())
    expect(outside.reader.received).toEqual([])
    expect(connected.reader.received).toHaveLength(1)
    outside.leave()
    connected.leave()
  })

  test('RESTRICTED_USER receives nothing without a unit, and no frame events with one', () => {
    const nowhere = open({ role: 'RESTRICTED_USER' })
    const bound = open({ role: 'RESTRICTED_USER', unitIds: [SECOND_FLOOR] })
    bus.publish(SAKURA, frame())
    bus.publish(SAKURA, changed())
    expect(nowhere.reader.received).toEqual([])
    expect(bound.reader.types()).toEqual(['alert-changed'])
    nowhere.leave()
    bound.leave()
  })

  test('a seen mark is published to its user alone', () => {
    const nurse = open()
    const colleague = open({ userId: SECOND_FLOOR })
    bus.publish(SAKURA, changed(NURSE))
    expect(nurse.reader.received).toHaveLength(1)
    expect(colleague.reader.received).toEqual([])
    nurse.leave()
    colleague.leave()
  })

  test('an event is serialized once, whatever the number of readers', () => {
    const readers = Array.from({ length: 3 }, () => open())
    bus.publish(SAKURA, frame())
    expect(new Set(readers.map(({ reader }) => reader.received[0])).size).toBe(1)
    for (const { leave } of readers) leave()
  })

  test('a reader with a backlog over 1 MB is dropped', () => {
    const { reader, leave } = open()
    reader.queuedBytes = READER_BACKLOG_BYTES + 1
    bus.publish(SAKURA, frame())
    expect(reader.isDropped).toBe(true)
    leave()
    expect(fanout.readerCount).toBe(0)
  })
})
