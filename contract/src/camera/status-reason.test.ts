import { describe, expect, test } from 'vitest'
import { HUB_REASONS, type HubReason, readReason, reasonText } from './status-reason.ts'

const FACTS = { host: '192.168.1.20:554', path: '/live', detail: 'ECONNRESET' }

describe('what a hub says of a camera', () => {
  test.each(Object.keys(HUB_REASONS) as HubReason[])('CAM-15 %s is found again with what it names', (reason) => {
    const found = readReason(reasonText(reason, FACTS))
    expect(found?.reason).toBe(reason)
    for (const [name, value] of Object.entries(found!.facts)) expect(FACTS[name as keyof typeof FACTS]).toBe(value)
  })

  test('words that nobody knows are nobody’s sentence', () => {
    expect(readReason('Lens cap is on.')).toBeNull()
    expect(readReason('')).toBeNull()
  })
})
