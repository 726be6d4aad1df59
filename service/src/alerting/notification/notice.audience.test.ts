import { describe, expect, test } from 'vitest'
import { audienceOf, wantedBy } from './notice.audience.ts'
import { mayHear, type Person } from './notice.person.ts'

const SITE = 'site'
const ORGANISATION = 'organisation'
const person = (id: string, more: Partial<Person> = {}): Person => ({
  ...{
    id,
    tenantId: SITE,
    role: 'USER',
    name: id,
    email: `${id}@x.example`,
    unitIds: [],
    hasPush: true,
    hasRinger: false,
  },
  reaches: {},
  quietHours: {},
  timeZone: 'Asia/Tokyo',
  ...more,
})
const place = { tenantId: SITE, parentId: ORGANISATION, unitId: 'second-floor' }
const raised = { cause: 'raised', severity: 'high', place } as const
const nobody = { emails: [], mobileUserIds: [], desktopUserIds: [], userIds: [], unitIds: [], onDuty: false }
const channelsOf = (...of: Parameters<typeof audienceOf>) =>
  audienceOf(...of).map(({ channel, person, email }) => `${person?.id ?? email} ${channel}`)

describe('CAM-04 the audience of an alert', () => {
  test('subscribers of camera and app are merged, each on the channels of their kind, once', () => {
    const wanted = wantedBy([
      { emails: ['Ward@x.example', 'nurse@x.example'], desktopUserIds: ['desk'], userIds: ['nurse'] },
      { emails: ['ward@x.example'], mobileUserIds: ['desk', 'phone'], userIds: ['nurse'], unitIds: ['second-floor'] },
    ])
    const bound = person('bound', { unitIds: ['second-floor'] })
    const people = [person('nurse'), person('desk'), person('phone'), bound]
    expect(channelsOf(wanted, people, raised, true)).toEqual([
      ...['nurse push', 'nurse mail', 'desk push', 'phone push', 'bound push', 'bound mail', 'Ward@x.example mail'],
    ])
  })

  test('mobile and desktop subscribers are notified on those devices, on all when they are both', () => {
    const lists = { mobileUserIds: ['phone', 'both', 'user'], desktopUserIds: ['desk', 'both'], userIds: ['user'] }
    const people = ['phone', 'desk', 'both', 'user'].map((id) => person(id))
    const pushes = audienceOf(wantedBy([lists]), people, raised, true).filter(({ channel }) => channel === 'push')
    expect(pushes.map(({ person, deviceKind }) => [person?.id, deviceKind])).toEqual([
      ['phone', 'mobile'],
      ['desk', 'web'],
      ['both', null],
      ['user', null],
    ])
  })

  test('subscribers to check-in reminders get no alerts', () => {
    expect(wantedBy([{ reminderUserIds: ['nurse'] }])).toEqual(nobody)
  })

  test('without a mail server users have push alone, and users without both show as unreachable', () => {
    const wanted = { ...nobody, userIds: ['a', 'b'] }
    expect(channelsOf(wanted, [person('a'), person('b', { hasPush: false })], raised, false)).toEqual([
      'a push',
      'b mail',
    ])
  })
})

describe('the audience of an alert', () => {
  test.each([
    ['a user of the site', person('a'), true],
    ['a user bound to its unit', person('a', { unitIds: ['second-floor'] }), true],
    ['a user bound to another unit', person('a', { unitIds: ['third-floor'] }), false],
    ['a RESTRICTED_USER without a unit', person('a', { role: 'RESTRICTED_USER' }), false],
    ['an ORG_ADMIN of the organisation above', person('a', { tenantId: ORGANISATION, role: 'ORG_ADMIN' }), true],
    ['another user of the organisation above', person('a', { tenantId: ORGANISATION, role: 'ADMIN' }), false],
    ['an ORG_ADMIN of another organisation', person('a', { tenantId: 'other', role: 'ORG_ADMIN' }), false],
    ['a user of another site', person('a', { tenantId: 'sibling' }), false],
    ['the operator', person('a', { tenantId: SITE, role: 'SUPER_ADMIN' }), false],
  ])('%s: %#', (_who, one, may) => {
    expect(mayHear(one, place)).toBe(may)
    expect(channelsOf({ ...nobody, userIds: ['a'] }, [one], raised, true)).toHaveLength(may ? 2 : 0)
  })

  test('a user bound to units is not notified of an alert without a unit', () => {
    expect(mayHear(person('a', { unitIds: ['second-floor'] }), { ...place, unitId: null })).toBe(false)
  })
})

describe('preferences', () => {
  test.each([
    ['low', ['a push']],
    ['medium', ['a push']],
    ['high', ['a push', 'a mail']],
    ['critical', ['a push', 'a mail']],
  ] as const)('a person who has chosen nothing gets for what was raised as %s', (severity, expected) => {
    expect(channelsOf({ ...nobody, userIds: ['a'] }, [person('a')], { ...raised, severity }, true)).toEqual(expected)
  })

  const choosy = person('a', { reaches: { push: 'urgent', mail: 'none' } })
  const wanted = { ...nobody, userIds: ['a'] }
  test.each([
    ['low', []],
    ['medium', []],
    ['high', ['a push']],
    ['critical', ['a push']],
  ] as const)('hold back what was raised as %s', (severity, expected) => {
    expect(channelsOf(wanted, [choosy], { ...raised, severity }, true)).toEqual(expected)
  })

  test.each(['escalated', 'resent', 'sample'] as const)(
    'preferences never suppress a message whose cause is %s',
    (cause) => {
      expect(channelsOf(wanted, [choosy], { ...raised, cause }, true)).toEqual(['a push', 'a mail'])
    },
  )
})
