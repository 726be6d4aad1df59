import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hubCode } from '@mimamori/contract/fleet/hub-code.ts'
import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { FAKE_KEY } from '#platform/testing/fake-service.ts'
import { temporaryFolder } from '#platform/testing/hub-parts.ts'
import { dataDirOf, readConfig } from './config.ts'

const SERVICE = 'http://127.0.0.1:8080'

describe('the hub’s configuration', () => {
  test('OPS-04 a hub derives who can upgrade it from its start and its release key', () => {
    const of = (more: Record<string, string>) => readConfig(['--service', SERVICE], more, '/srv').installation
    const launcher = { MIMAMORI_HUB_INSTALLATION: 'launcher' }
    expect([of({}), of(launcher), of({ MIMAMORI_HUB_INSTALLATION: 'container' })]).toEqual([
      'checkout',
      'keyless',
      'container',
    ])
    expect(of({ ...launcher, MIMAMORI_HUB_RELEASE_KEY: 'release-key.pem' })).toBe('launcher')
  })

  test('OPS-04 the launcher finds the folder of the hub without knowing its other settings', () => {
    expect(dataDirOf(['--of-a-later-version', '--data', 'hub'], {}, '/srv')).toBe('/srv/hub')
    expect(dataDirOf([], { MIMAMORI_HUB_DATA: '/data', MIMAMORI_DATA_DIR: '/other' }, '/srv')).toBe('/data')
    expect(dataDirOf([], { MIMAMORI_HUB_DATA: ' ' }, '/srv')).toBe('/srv/.data/hub')
  })

  test('arguments win over the environment', () => {
    const environment = { MIMAMORI_SERVICE: 'http://other', MIMAMORI_HUB_KEY: FAKE_KEY, MIMAMORI_DATA_DIR: 'data' }
    expect(readConfig(['--service', `${SERVICE}/api/`], environment, '/srv')).toEqual({
      service: SERVICE,
      metricsPort: null,
      isWithoutHardware: false,
      installation: 'checkout',
      releaseKeyFile: null,
      key: FAKE_KEY,
      siteKey: null,
      name: null,
      dataDir: '/srv/data',
      endsWithParentPipe: false,
      isLoopbackAllowed: false,
      isDemo: false,
      fallModel: { file: null, runtimeFolder: null },
      isWithoutPoses: false,
    })
  })

  test('APP-05 a model of the operator and its runtime are files of this machine', () => {
    const environment = { MIMAMORI_FALL_MODEL: 'pose.onnx', MIMAMORI_FALL_MODEL_RUNTIME: ' ' }
    const { fallModel } = readConfig(['--service', SERVICE], environment, '/srv')
    expect(fallModel).toEqual({ file: '/srv/pose.onnx', runtimeFolder: null })
    const args = ['--service', SERVICE, '--fall-model', '/m/pose.onnx', '--fall-model-runtime', '/m']
    expect(readConfig(args, environment, '/srv').fallModel).toEqual({ file: '/m/pose.onnx', runtimeFolder: '/m' })
  })

  test('HUB-03 one scanned code names the service and the key', () => {
    const code = hubCode('https://mimamori.example', FAKE_KEY)
    expect(readConfig(['--key', code], {}, '/')).toMatchObject({ service: 'https://mimamori.example', key: FAKE_KEY })
    const elsewhere = { MIMAMORI_HUB_KEY: code, MIMAMORI_SERVICE: SERVICE }
    expect(readConfig([], elsewhere, '/')).toMatchObject({ service: SERVICE, key: FAKE_KEY })
  })

  test('SITE-01 a site key and a name stand in the place of a key', () => {
    const siteKey = `mms_${'s'.repeat(43)}`
    const wanted = { key: null, siteKey, name: '1階' }
    expect(readConfig(['--service', SERVICE, '--site-key', siteKey, '--name', '1階'], {}, '/')).toMatchObject(wanted)
    const environment = { MIMAMORI_SERVICE: SERVICE, MIMAMORI_SITE_KEY: ` ${siteKey}\n`, MIMAMORI_HUB_NAME: '1階' }
    expect(readConfig([], environment, '/')).toMatchObject(wanted)
  })

  test('the key may stand in a file', () => {
    const folder = temporaryFolder()
    const path = join(folder.path, 'key')
    writeFileSync(path, `${FAKE_KEY}\n`)
    expect(readConfig(['--service', SERVICE, '--key-file', path], {}, '/').key).toBe(FAKE_KEY)
    folder.remove()
  })

  test.each([
    [[], 'The address of the service is missing.'],
    [['--service', 'camera.local'], 'camera.local is not an address of a service.'],
    [['--service', 'http://a:b@c'], 'may hold no user or password'],
    [['--service', SERVICE, '--site-key', FAKE_KEY], 'This is not a site authorization key.'],
    [['--service', SERVICE, '--key', 'mmh_short'], 'This is not a hub key.'],
    [['--service', SERVICE, '--key-file', '/nowhere/key'], 'The file of the hub key cannot be read'],
    [['--cameras', '3'], "Unknown option '--cameras'"],
  ])('%j is refused with: %s', (args, words) => {
    expect(() => readConfig(args, {}, '/')).toThrow(words)
  })
})

test('a log line holds no key, no token and no password of an address', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line), clock: { now: () => 0 } })
  log('warn', `keys ${FAKE_KEY} and mms_${'k'.repeat(43)}`, {
    url: 'rtsp://viewer:hanami@10.0.0.5/1',
    token: 'eyJhbGciOi.eyJzdWIi.c2ln',
  })

  expect(lines[0]).toContain('rtsp://***@10.0.0.5/***')
  expect(lines[0]).not.toMatch(/hanami|kkkk|c2ln/)
})
