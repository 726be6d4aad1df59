import { expect, test } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { createMessageTokens } from './message-tokens.ts'

const KEY = Buffer.alloc(32, 1)
const PLACE = { tenantId: '0190c0de-0000-7000-8000-000000000001', id: '0190c0de-0000-7000-8000-0000000000e1' }
const OTHER = { ...PLACE, id: '0190c0de-0000-7000-8000-0000000000e2' }
const receipts = createMessageTokens(createSecrets(KEY), 'notification-receipts')
const token = receipts.issue(PLACE)

test('NAV-10 a receipt names its message, and fits the contract', () => {
  expect(receipts.read(token)).toEqual(PLACE)
  expect(token.length).toBeLessThanOrEqual(400)
})

test('REACH-02 a receipt claims nothing', () => {
  expect(createMessageTokens(createSecrets(KEY), 'ring-claims').read(token)).toBeNull()
})

test('S9 a forged receipt names nothing', () => {
  const foreign = createMessageTokens(createSecrets(Buffer.alloc(32, 2)), 'notification-receipts').issue(PLACE)
  const forged = [
    token.replace(PLACE.id, OTHER.id),
    `${token}.x`,
    token.slice(0, -2),
    foreign,
    `${PLACE.tenantId}.${PLACE.id}.`,
    `${PLACE.tenantId}.${PLACE.id}`,
    '',
  ]
  expect(forged.map((each) => receipts.read(each))).toEqual(forged.map(() => null))
})

test('a receipt under the former key is valid while that key is accepted', () => {
  const next = createSecrets(Buffer.alloc(32, 3), KEY)
  expect(createMessageTokens(next, 'notification-receipts').read(token)).toEqual(PLACE)
})
