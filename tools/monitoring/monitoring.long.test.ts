import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { FAKE_KEY } from '@mimamori/hub/platform/testing/fake-service.ts'
import { freePort } from '@mimamori/service/testing/servers/ports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'packaging', 'monitoring')
const rules = readFileSync(join(folder, 'rules.yaml'), 'utf8')
const dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
/** Debian's `prometheus`: apt-get install --no-install-recommends prometheus. */
const PROMTOOL = '/usr/bin/promtool'
const NAME = /\b(?:mimamori|nodejs|process)_[a-z0-9_]+\b/g
/** As they are declared: a histogram has three series. */
const declared = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
const namesIn = (text: string) => [...new Set((text.match(NAME) ?? []).map(declared))].sort()

describe('the alert rules', () => {
  test.skipIf(!existsSync(PROMTOOL))(
    'OPS-07 speak where they must, and are silent where they must, each of them',
    () => {
      const run = (...args: string[]) => spawnSync(PROMTOOL, args, { cwd: folder, encoding: 'utf8' })
      const [checked, tested] = [run('check', 'rules', 'rules.yaml'), run('test', 'rules', 'rules.test.yaml')]
      expect([checked.status, tested.status], `${checked.stdout}${tested.stdout}${tested.stderr}`).toEqual([0, 0])
    },
  )

  test('OPS-07 are at least ten, each with its two tests', () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
    expect(alerts.length).toBeGreaterThanOrEqual(10)
    const tests = readFileSync(join(folder, 'rules.test.yaml'), 'utf8')
    for (const name of alerts) expect(tests.split(`alertname: ${name}\n`)).toHaveLength(3)
  })
})

describe('what rules and dashboard name', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mimamori-monitoring-'))
  const programs: ChildProcess[] = []
  let exposed: Set<string>

  /** Starts a program and answers the first match in its lines. */
  async function start(program: string, env: Record<string, string>, awaited: RegExp): Promise<string> {
    const child = spawn(process.execPath, [join(root, program)], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    programs.push(child)
    const found = async (stream: NodeJS.ReadableStream) => {
      for await (const line of createInterface({ input: stream })) {
        const match = awaited.exec(line)?.[1]
        if (match) return match
      }
      throw new Error(`${program} ended.`)
    }
    return Promise.any([found(child.stdout!), found(child.stderr!)])
  }

  beforeAll(async () => {
    chmodSync(dataDir, 0o755)
    const port = await start('service/src/main.ts', { MIMAMORI_DATA_DIR: dataDir, PORT: '0' }, /"port":(\d+).*ready/)
    const service = `http://127.0.0.1:${port}`
    const env = { MIMAMORI_SERVICE: service, MIMAMORI_HUB_KEY: FAKE_KEY, MIMAMORI_HUB_DATA: join(dataDir, 'hub') }
    const hub = await start(
      'hub/src/main.ts',
      { ...env, MIMAMORI_HUB_METRICS_PORT: String(await freePort()) },
      /"address":"(http:[^"]+)"/,
    )
    const texts = await Promise.all([service, hub].map(async (at) => (await fetch(`${at}/metrics`)).text()))
    exposed = new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!)))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(
      programs.map((program) => {
        const end = new Promise((resolve) => program.once('close', resolve))
        program.kill('SIGTERM')
        return end
      }),
    )
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  test('OPS-07 is exposed by a running service or a running hub', () => {
    const exprs = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const named = namesIn([rules.replaceAll(/summary: .*/g, ''), ...exprs].join('\n'))
    expect(named.length).toBeGreaterThanOrEqual(20)
    // Neither before the first backup nor alone on a fresh disk.
    expect(named.filter((name) => !exposed.has(name))).toEqual(['mimamori_backup_age_seconds'])
  })
})
