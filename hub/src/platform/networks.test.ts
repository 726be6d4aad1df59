/** Which addresses are cameras' own, by the site's list and by what no list may allow. */
import { describe, expect, test } from 'vitest'
import { allowedAddress, isAllowed } from './networks.ts'

const PRIVATE = { cidrs: [], isLoopbackAllowed: false }
const DEMO = { cidrs: [], isLoopbackAllowed: true }
const LIST = { cidrs: ['192.168.10.0/24', '2400:8500:1::/48', 'nonsense'], isLoopbackAllowed: false }
const EVERYTHING = { cidrs: ['0.0.0.0/0', '::/0'], isLoopbackAllowed: false }

describe('camera networks', () => {
  test.each(['10.1.2.3', '172.16.0.9', '192.168.1.20', 'fd12:3456::1'])('without a list %s is allowed', (address) => {
    expect(isAllowed(address, PRIVATE)).toBe(true)
  })

  test.each(['8.8.8.8', '172.32.0.1', '2001:4860::8888', '100.64.1.1', 'cam.local', ''])(
    'without a list %s is not',
    (address) => {
      expect(isAllowed(address, PRIVATE)).toBe(false)
    },
  )

  test('a list allows its own addresses alone, written in either way', () => {
    expect(isAllowed('192.168.10.7', LIST)).toBe(true)
    expect(isAllowed('::ffff:192.168.10.7', LIST)).toBe(true)
    expect(isAllowed('2400:8500:1::9', LIST)).toBe(true)
    expect(isAllowed('192.168.11.7', LIST)).toBe(false)
    expect(isAllowed('10.0.0.1', LIST)).toBe(false)
  })

  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '169.254.10.1',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ])('%s is never allowed, whatever the list says', (address) => {
    expect(isAllowed(address, EVERYTHING)).toBe(false)
  })

  test('a hub that was started so may open this machine, and still no metadata', () => {
    expect(isAllowed('127.0.0.1', DEMO)).toBe(true)
    expect(isAllowed('169.254.169.254', DEMO)).toBe(false)
  })

  test('a name is resolved once, every address judged, and the judged address is opened', async () => {
    await expect(allowedAddress('localhost', PRIVATE)).rejects.toMatchObject({
      reason: { code: 'network-not-allowed' },
    })
    await expect(allowedAddress('camera.invalid', PRIVATE)).rejects.toMatchObject({ reason: { code: 'host-unknown' } })
    expect(await allowedAddress('127.1', DEMO)).toBe('127.0.0.1')
    expect(await allowedAddress('0x0a.1', PRIVATE)).toBe('10.0.0.1')
    expect(await allowedAddress('[fd12::1]', PRIVATE)).toBe('fd12::1')
  })
})
