import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWithin, plainAddress, plainRange, withoutPort } from './address.ts'

describe('SET-01 an address lies in a range', () => {
  test.each([
    ['192.0.2.7', '192.0.2.0/24', true],
    ['192.0.3.7', '192.0.2.0/24', false],
    ['192.0.2.7', '192.0.2.7/32', true],
    ['192.0.2.8', '192.0.2.7/32', false],
    ['255.255.255.255', '0.0.0.0/0', true],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['2001:db8:0:1::9', '2001:db8::/32', true],
    ['2001:db9::9', '2001:db8::/32', false],
    ['::1', '::/0', true],
    ['10.1.1.1', '::/0', false],
    // A server that listens on IPv6 sees IPv4 callers like this.
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['::ffff:11.1.2.3', '10.0.0.0/8', false],
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['unknown', '0.0.0.0/0', false],
    ['', '::/0', false],
  ])('%s in %s: %s', (address, range, is) => {
    expect(isWithin([range], address)).toBe(is)
  })

  test('one of several is enough, and no range at all allows everything', () => {
    expect(isWithin(['192.0.2.0/24', '2001:db8::/32'], '2001:db8::5')).toBe(true)
    expect(isWithin([], 'whatever')).toBe(true)
  })
})

test('SET-01 a range is written by its network address', () => {
  expect(plainRange('10.1.2.3/8')).toBe('10.0.0.0/8')
  expect(plainRange('2001:DB8:0:0::5/32')).toBe('2001:db8::/32')
  expect(plainRange('::ffff:10.0.0.0/104')).toBe('10.0.0.0/8')
})

test.each(['10.0.0.0', '10.0.0.0/33', '10.0.0/8', '300.0.0.0/8', '2001:db8::/129', '0x0a.0.0.0/8', 'home/24', '/8'])(
  'SET-01 %s is not a range',
  (text) => {
    expect(plainRange(text)).toBeNull()
  },
)

test('an address is written one way', () => {
  expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(plainAddress('2001:0DB8::0001')).toBe('2001:db8::1')
  expect(plainAddress('192.0.2.1:4711')).toBeNull()
})

test('a hop of X-Forwarded-For is the same with and without a port', () => {
  const v4 = fc.tuple(...[0, 1, 2, 3].map(() => fc.nat(255))).map((parts) => parts.join('.'))
  const v6 = fc.ipV6()
  const port = fc.integer({ min: 1, max: 65_535 })
  fc.assert(
    fc.property(v4, v6, port, (four, six, at) => {
      expect([withoutPort(four), withoutPort(` ${four}:${at}`)]).toEqual([four, four])
      expect([withoutPort(six), withoutPort(`[${six}]`), withoutPort(`"[${six}]:${at}"`)]).toEqual([six, six, six])
    }),
  )
  expect(withoutPort('unknown')).toBe('unknown')
})
