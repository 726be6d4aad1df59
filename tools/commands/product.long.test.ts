// Executes the commands of the documents about a running product, one after another as somebody would who tries it out.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findFreePort, makeDataFolder } from '../start/mimamori.ts'
import { type Begun, beginDocumented, type Place, runDocumented } from './testing/run-documented.ts'

const PATIENCE = { timeout: 240_000, interval: 100 }
const PASSWORD = 'mimamori-demo'

describe.skipIf(process.platform !== 'linux')('the product by its documents', { timeout: 400_000 }, () => {
  const begun: Begun[] = []
  let [folder, restored, place, url] = ['', '', '', '']
  /** As the documents say for the data of `npm start`. */
  let environment: Record<string, string>

  beforeAll(async () => {
    folder = await makeDataFolder()
    restored = await makeDataFolder()
    place = mkdtempSync(join(tmpdir(), 'mimamori-place-'))
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    environment = { MIMAMORI_DATA_DIR: folder, PORT: String(port), MIMAMORI_DEMO_CAMERAS: 'none' }
  })
  afterAll(async () => {
    for (const one of begun.toReversed()) await one.stop()
    for (const each of [folder, restored, place]) rmSync(each, { recursive: true, force: true })
  }, 60_000)

  async function done(command: string, more: Place = {}): Promise<string> {
    const { code, output } = await runDocumented(command, { environment, ...more })
    expect(code, `${command}: ${output}`).toBe(0)
    return output
  }
  async function begin(command: string, more: Place, isThere: RegExp): Promise<string> {
    const one = beginDocumented(command, { environment, ...more })
    begun.push(one)
    await vi.waitFor(() => expect(one.output()).toMatch(isThere), PATIENCE)
    return one.output()
  }

  test('OPS-08 settings are checked before the start, and a certificate and a key are made', async () => {
    expect(await done('npm run check-config')).toMatch(/ok +database +the embedded one/)
    const certificate = await done('npm run certificate -- mimamori.home 192.168.1.10')
    expect(certificate).toContain(`MIMAMORI_TLS_CERT=${join(folder, 'tls')}/`)
    expect(readdirSync(join(folder, 'tls'))).toContain('ca.key')
    const key = await done('openssl rand -base64 32')
    const withKey = { environment: { ...environment, MIMAMORI_MASTER_KEY: key.trim() } }
    expect(await done('npm run check-config', withKey)).toMatch(/MIMAMORI_MASTER_KEY +\*\*\* +environment/)
    const hub = await runDocumented('npm run check-config -- hub', { environment })
    expect([hub.code, hub.output]).toEqual([1, expect.stringContaining('The address of the service is missing.')])
  })

  test('the product with demo data starts, and takes a hub and a camera from the command line', async () => {
    expect(await begin('npm start', {}, /Mimamori is ready at/)).toContain(`Mimamori is ready at ${url}\n`)
    const registering = { environment: { ...environment, MIMAMORI_SERVICE: url, MIMAMORI_PASSWORD: PASSWORD } }
    const hub = 'npm run register -- hub --user super@mimamori.example --name "Hub 3F" --site sakura-no-sato'
    const [key = ''] = /mmh_\S+/.exec(await done(hub, registering)) ?? []
    expect(key).not.toBe('')
    const start = 'MIMAMORI_HUB_KEY=mmh_... npm run hub -- --service https://your.service --data .data/hub-3f'
    const own = { 'mmh_...': key, 'https://your.service': url, '.data/hub-3f': join(place, 'hub') }
    await begin(start, { values: own }, /Settings received/)
    const camera =
      'npm run register -- camera --user admin@sakura.example --name "Room 301" --url rtsp://user:password@192.168.1.20/stream'
    expect(await done(camera, registering)).toContain('Room 301 is registered with Hub 3F.')
  })

  test('a load is put on it', async () => {
    const values = { '…': PASSWORD, 'https://mimamori.example': url, 'operator@example.com': 'super@mimamori.example' }
    const few = {
      'hubs 100': 'hubs 1',
      'cameras 1000': 'cameras 1',
      'consoles 50': 'consoles 1',
      'seconds 60': 'seconds 2',
    }
    const calm = { 'storm 100': 'storm 0', 'power-cut 0.2': 'power-cut 0' }
    const command =
      'MIMAMORI_PASSWORD=… npm run simulate -- --url https://mimamori.example --user operator@example.com --hubs 100 --cameras 1000 --consoles 50 --seconds 60 --per-second 2 --storm 100 --power-cut 0.2 --clips 0.05'
    expect(await done(command, { values: { ...values, ...few, ...calm } })).toContain(
      'every alert was stored and seen by every console',
    )
  })

  test('OPS-02 it is backed up beside the running service, listed, and restored on trial', async () => {
    const [, id] = /^(\S+) is in .*: \d+ tables/m.exec(await done('npm run backup'))!
    expect(await done('npm run backup -- --list')).toContain(id)
    expect(await done('npm run backup -- --drill')).toContain(`${id} was restored on trial:`)
  })

  test('OPS-02 the backup is restored into an empty folder, on which the service starts', async () => {
    const passphrase = readFileSync(join(folder, 'backup.passphrase'), 'utf8').trim()
    const port = await findFreePort()
    const elsewhere = { ...environment, MIMAMORI_DATA_DIR: restored, PORT: String(port) }
    const [, id = ''] = /^(\d\S*) {2}/m.exec(await done('npm run backup -- --list')) ?? []
    const values = { FOLDER: join(folder, 'backups'), '[--backup ID]': `--backup ${id}` }
    const into = { values, environment: { ...elsewhere, MIMAMORI_BACKUP_PASSPHRASE: passphrase } }
    expect(await done('npm run restore -- --from FOLDER [--backup ID]', into)).toContain(`${id} is restored into`)
    await begin('npm run serve', { environment: elsewhere }, /ready at/)
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  })

  test('OPS-03 a rollback is rejected if nothing is newer, and grants are printed', async () => {
    const runs = await runDocumented('npm run rollback', { environment })
    expect([runs.code, runs.output]).toEqual([
      1,
      expect.stringContaining(`The service runs on ${folder}. Stop it first.`),
    ])
    for (const one of begun.splice(0).toReversed()) await one.stop()
    const { code, output } = await runDocumented('npm run rollback', { environment })
    expect([code, output]).toEqual([1, expect.stringContaining('there is nothing to go back from.')])

    const administered = { ...environment, DATABASE_URL: 'postgres://plain:hanami@db.example/mimamori' }
    const into = async (command: string, name: string) => {
      const file = join(place, name)
      await done(command, { environment: administered, values: { [name]: file } })
      return readFileSync(file, 'utf8')
    }
    const grants = await into('npm run --silent grants > grants.sql', 'grants.sql')
    // Nothing of npm before it: an administrator runs the file as it is.
    expect(grants).toMatch(/^-- What Mimamori needs of this server/)
    expect(grants).toContain('grant connect on database "mimamori" to "plain";')
    const drill = await into(
      'npm run --silent grants -- --database mimamori_drill > grants-drill.sql',
      'grants-drill.sql',
    )
    expect(drill).toContain('grant connect on database "mimamori_drill" to "plain";')
  })
})
