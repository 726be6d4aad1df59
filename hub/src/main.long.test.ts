import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FAKE_KEY, FAKE_SITE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { temporaryFolder, until } from '#platform/testing/hub-parts.ts'

let service: FakeService
let folder: ReturnType<typeof temporaryFolder>
const running: ChildProcess[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  service = await new FakeService().start()
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await service.stop()
  folder.remove()
})

const MAIN = [join(import.meta.dirname, 'main.ts')]
/** As `npm run hub` starts it. */
const BY_SETUP = [join(import.meta.dirname, '..', '..', 'tools', 'setup.mjs'), join('hub', 'src', 'main.ts')]

function startHub({ key = FAKE_KEY, siteKey = '', args = [] as string[], hasChannel = true, program = MAIN } = {}) {
  const child = spawn(process.execPath, [...program, '--service', service.address, '--data', folder.path, ...args], {
    env: { ...process.env, MIMAMORI_HUB_KEY: key, MIMAMORI_SITE_KEY: siteKey, MIMAMORI_INSTALLED: 'yes' },
    stdio: ['pipe', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
  })
  running.push(child)
  const hub = { child, out: '', err: '', code: undefined as number | null | undefined }
  child.stdout!.on('data', (text) => {
    hub.out += text
  })
  child.stderr!.on('data', (text) => {
    hub.err += text
  })
  child.on('exit', (code) => {
    hub.code = code
  })
  return hub
}

describe('the hub as a program', () => {
  test('HUB-03 it registers, and exits cleanly on SIGTERM while a response is pending', async () => {
    const answer = Promise.withResolvers<void>()
    service.beforeEvents = () => answer.promise
    const hub = startHub()
    await until(() => hub.out.includes('Settings received: 0 cameras.') && service.batches.length > 0)
    expect(readdirSync(join(folder.path, 'spool'))).toContain('spool.sqlite-wal')
    hub.child.kill('SIGTERM')
    await until(() => hub.code !== undefined)

    expect(hub.code).toBe(0)
    // Closing takes the journal away; a hub that its own time limit ended leaves it.
    expect(readdirSync(join(folder.path, 'spool'))).not.toContain('spool.sqlite-wal')
    expect(hub.out).toContain(`Registered at ${service.address}.`)
    answer.resolve()
  })

  test('a second hub on the same data ends with one clear line', async () => {
    const first = startHub()
    await until(() => first.out.includes('Registered'))
    const second = startHub()
    await until(() => second.code !== undefined)

    expect(second.code).toBe(1)
    expect(second.err.trim()).toBe(`Another hub is already running on ${folder.path}.`)
    expect(first.code).toBeUndefined()
  })

  test('a missing key ends it with how to give one', async () => {
    const hub = startHub({ key: '' })
    await until(() => hub.code !== undefined)

    expect(hub.code).toBe(1)
    expect(hub.err).toContain('The key of this hub is missing.')
    expect(hub.err).toContain('MIMAMORI_HUB_KEY')
  })

  describe('SITE-01 with the key of its site', () => {
    const bySiteKey = { key: '', siteKey: FAKE_SITE_KEY }
    const file = () => join(folder.path, 'registration.json')
    const end = async (hub: ReturnType<typeof startHub>) => {
      hub.child.kill('SIGKILL')
      await until(() => hub.code !== undefined)
    }

    test('SITE-01 it registers once, keeps its key sealed, and later starts need no key', async () => {
      const first = startHub(bySiteKey)
      await until(() => first.out.includes('Settings received'))
      expect(first.out).toMatch(/^This hub has no key yet\. It registers at .*\nThe hub is registered as /)
      expect(statSync(file()).mode & 0o777).toBe(0o600)
      expect(readFileSync(file(), 'utf8')).not.toContain(FAKE_KEY)
      await end(first)
      const second = startHub({ key: '' })
      await until(() => second.out.includes('Settings received'))
      await end(second)
      const third = startHub(bySiteKey)
      await until(() => third.out.includes('Settings received'))

      expect(service.registrations).toHaveLength(1)
      expect(`${first.out}${first.err}${second.out}${third.out}`).not.toMatch(/kkkk|ssss/)
    })

    test('SITE-01 an answer that was lost, or that it crashed on, asks again for the same hub', async () => {
      service.errorOf = (path) => (path === 'hub/register' ? 'drop' : null)
      const crashed = startHub(bySiteKey)
      await until(() => crashed.out.includes('It keeps trying.'))
      await end(crashed)
      service.errorOf = () => null
      const again = startHub(bySiteKey)
      await until(() => again.out.includes('Settings received'))

      expect(service.registrations.length).toBeGreaterThan(1)
      expect(new Set(service.registrations).size).toBe(1)
    })

    test('SITE-01 a key that is not accepted ends it with what to do, without the key', async () => {
      const hub = startHub({ key: '', siteKey: `mms_${'x'.repeat(43)}` })
      await until(() => hub.code !== undefined)
      expect(hub.code).toBe(1)
      expect(hub.err).toContain('its site key is not valid')
      expect(hub.out + hub.err).not.toContain('xxxx')
    })

    test('SITE-01 it ends on SIGTERM while it waits for the service', async () => {
      service.errorOf = () => 'refuse-connection'
      const hub = startHub(bySiteKey)
      await until(() => hub.out.includes('It keeps trying.'))
      hub.child.kill('SIGTERM')
      await until(() => hub.code !== undefined)
      expect(hub.code).toBe(0)
    })
  })

  test('a key that the service refuses is reported and tried again', async () => {
    service.isKeyGood = false
    const hub = startHub()
    await until(() => hub.out.includes('tries the key again'))

    expect(hub.code).toBeUndefined()
    expect(hub.out).not.toContain(FAKE_KEY)
  })

  test('it ends with the program that started it: its channel, or its pipe', async () => {
    const byChannel = startHub()
    await until(() => byChannel.out.includes('Registered'))
    byChannel.child.disconnect()
    await until(() => byChannel.code !== undefined)
    const byPipe = startHub({ args: ['--parent-pipe'] })
    await until(() => byPipe.out.includes('Registered'))
    byPipe.child.stdin!.end()
    await until(() => byPipe.code !== undefined)

    expect([byChannel.code, byPipe.code]).toEqual([0, 0])
  })

  describe('HUB-01 asked to restart', () => {
    const askId = '6f9619ff-8b86-4011-b42d-00cf4fc964ff'
    const request = { type: 'control', cameraId: null, package: 'BOOTSTRAP', action: 'restart' } as const

    test('HUB-01 it ends in order and begins again in place, as the same process', async () => {
      const hub = startHub({ hasChannel: false })
      await until(() => service.socketCount === 1)
      service.order({ type: 'ask', askId, request })
      await until(() => service.sessions === 2)

      expect(service.notices).toEqual([{ type: 'answer', askId, result: { type: 'control', running: 'Restarting' } }])
      await until(() => hub.out.split('Registered at').length === 3)
      expect(hub.code).toBeUndefined()
      hub.child.kill('SIGTERM')
      await until(() => hub.code !== undefined)
      expect(hub.code).toBe(0)
    })

    test('HUB-01 npm run hub starts it again, and ends it for good on SIGTERM', async () => {
      const hub = startHub({ hasChannel: false, program: BY_SETUP })
      await until(() => service.socketCount === 1)
      service.order({ type: 'ask', askId, request })
      await until(() => hub.out.split('Registered at').length === 3)

      expect(hub.code).toBeUndefined()
      hub.child.kill('SIGTERM')
      await until(() => hub.code !== undefined)
      expect(hub.code).toBe(0)
    })

    test('HUB-01 under a supervisor it exits with the code for a restart', async () => {
      const hub = startHub()
      await until(() => service.socketCount === 1)
      service.order({ type: 'ask', askId, request })
      await until(() => hub.code !== undefined)
      expect(hub.code).toBe(75)
    })
  })
})
