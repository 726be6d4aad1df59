/** The service of the tests is the one that people run. Each difference is named here, with its reason. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { startService } from './service.ts'

/** Options of the app that `main.ts` leaves out. */
const OPTION_DIFFERENCES = {
  clock: 'A test moves time instead of waiting for it.',
  checkAnswers: 'Each answer is compared with the contract: stricter than the product.',
  passwordCost: 'A test signs in hundreds of people; tests about passwords ask for the real cost.',
}

/** Settings that differ from those of an empty environment with the same data folder. */
const CONFIG_DIFFERENCES = {
  consoleDir: 'The console is built after the tests of the service have run.',
}

async function start() {
  const service = await startService()
  onTestFinished(() => service.stop())
  return service
}

test('the app of a test has the options of the product, and the named ones', async () => {
  const { options } = await start()
  const main = readFileSync(join(import.meta.dirname, '..', 'main.ts'), 'utf8')
  const ofProduct = /createApp\(\{ ([^}]+) \}\)/.exec(main)![1]!.split(', ')
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  expect(ofProduct).toContain('database')
  expect(given.filter((name) => !ofProduct.includes(name)).sort()).toEqual(Object.keys(OPTION_DIFFERENCES).sort())
})

test('the settings of a test are the defaults of the product, but for the named ones', async () => {
  const { config } = (await start()).options
  const ofProduct = readConfig({ MIMAMORI_DATA_DIR: config.dataDir })
  const names = Object.keys(ofProduct) as (keyof typeof ofProduct)[]
  const differing = names.filter((name) => JSON.stringify(config[name]) !== JSON.stringify(ofProduct[name]))
  expect(differing).toEqual(Object.keys(CONFIG_DIFFERENCES))
})

test('a session of a test is remembered for as long as in the product', async () => {
  const service = await start()
  const { token, sessionId } = await service.user({ role: 'USER' })
  const status = async () => (await service.call(token, 'device.list')).status
  expect(await status()).toBe(200)
  await service.sql`update session set ended_at = ${service.clock.now()} where id = ${sessionId}`
  expect(await status()).toBe(200)
  service.clock.advance(1_000)
  expect(await status()).toBe(401)
})
