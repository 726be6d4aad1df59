import { expect, test } from 'vitest'
import { countedBy } from './alert-end-groups.ts'

test('ALARM-05 ten alarms are named by kind and room, the falls first', () => {
  const alarm = (activity: 'A005' | 'A006', severity: 'critical' | 'high', location: string, minute: number) => ({
    ...{ id: `${minute}`, activity, severity, location, alarm: null },
    occurredAt: `2026-11-28T22:0${minute}:00.000Z`,
  })
  const chosen = [
    alarm('A006', 'high', '202', 9),
    alarm('A006', 'high', '202', 8),
    alarm('A006', 'high', '203', 7),
    alarm('A005', 'high', '201', 6),
    alarm('A005', 'critical', '207', 1),
  ]
  expect(countedBy(chosen, ({ activity, location }) => `${activity} ${location}`)).toEqual([
    { about: 'A005 207', count: 1 },
    { about: 'A005 201', count: 1 },
    { about: 'A006 202', count: 2 },
    { about: 'A006 203', count: 1 },
  ])
})
