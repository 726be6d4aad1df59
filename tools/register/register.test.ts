// What `npm run register` understands, and which hub it chooses.
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import { describe, expect, test } from 'vitest'
import { chooseHub } from './register.ts'
import { readRegisterOptions } from './register-options.ts'

const NOW_MS = Date.parse('2026-11-21T02:00:00Z')

function hub(name: string, lastActiveAt: string | null): Agent {
  return {
    id: '019a9b00-0000-7000-8000-000000000001',
    tenantId: '019a9b00-0000-7000-8000-000000000002',
    tenantName: 'Sakura',
    name,
    publicId: 'abcdefghijkl',
    isRevoked: false,
    isNotificationEnabled: true,
    isOnline: false,
    running: null,
    cameraCount: 0,
    cpuShare: null,
    revision: 1,
    registrationStatus: 'CREATED',
    keyLastFour: 'wxyz',
    version: null,
    installedBy: null,
    processor: null,
    upgrade: null,
    lastActiveAt,
    createdAt: '2026-11-01T00:00:00Z',
  }
}

describe('the arguments', () => {
  test('of a camera are filled up: its room is its name, the service this machine', () => {
    const args = ['camera', '--user', 'a@b.example', '--name', 'Room 301', '--url', 'rtsp://10.0.0.2/1']
    expect(readRegisterOptions(args, { MIMAMORI_PASSWORD: 'x' })).toEqual({
      what: 'camera',
      service: 'http://127.0.0.1:8080',
      user: 'a@b.example',
      password: 'x',
      name: 'Room 301',
      url: 'rtsp://10.0.0.2/1',
      location: 'Room 301',
      locationType: 'ROOM',
      hub: null,
    })
  })

  test.each([
    [['camera', '--user', 'a', '--name', 'b'], '--url is missing.'],
    [['hub', '--user', 'a', '--name', 'b'], '--site is missing.'],
    [['door', '--user', 'a', '--name', 'b'], 'hub or camera'],
    [['camera', '--user', 'a', '--name', 'b', '--url', 'rtsp://c', '--type', 'GARDEN'], 'ROOM, HALLWAY, DINING'],
    [['camera', '--colour', 'red'], '--colour'],
  ])('%j are refused with what is wrong', (args, words) => {
    expect(() => readRegisterOptions(args, {})).toThrow(words)
  })
})

describe('the hub of a new camera', () => {
  const [near, far] = [hub('Hub 2F', '2026-11-21T01:59:30Z'), hub('Hub 3F', '2026-11-20T00:00:00Z')]

  test('is the only one that is connected, or the one that was named', () => {
    expect(chooseHub([near, far], null, NOW_MS)).toBe(near)
    expect(chooseHub([near, far], 'Hub 3F', NOW_MS)).toBe(far)
  })

  test('is asked for when it is not clear, with the names to choose from', () => {
    expect(() => chooseHub([far, hub('Hub 4F', null)], null, NOW_MS)).toThrow('Hub 3F, Hub 4F')
    expect(() => chooseHub([near], 'Hub 9F', NOW_MS)).toThrow('--hub')
  })
})
