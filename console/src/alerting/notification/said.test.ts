import { expect, test } from 'vitest'
import { createSaid } from './said.ts'

test('GEN-07 NAV-10 an alert is raised once, however often and however late it arrives', () => {
  const said = createSaid()
  expect([0, 1, 86_400_000].map((at) => said.isNews('raised:1', at))).toEqual([true, false, false])
  expect(said.isNews('raised:2', 2)).toBe(true)
})

test('NAV-10 stream and push message bring one escalation; the next rule’s is another', () => {
  const said = createSaid()
  expect([0, 20_000, 60_000].map((at) => said.isNews('escalated:1', at))).toEqual([true, false, true])
  expect(said.isNews('resent:1', 20_000)).toBe(true)
})
