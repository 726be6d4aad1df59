import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { gapsOfConfig } from './config-gaps.ts'

const gapsOf = (env: Record<string, string>) => gapsOfConfig(readConfig(env))
const COMPLETE = {
  ...{ MIMAMORI_PUBLIC_URL: 'https://mimamori.example', SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'm@home.example' },
  ...{ MIMAMORI_DEADMAN_URL: 'https://ping.example/1', MIMAMORI_BACKUP_DIR: '/mnt/backup' },
}

test('OPS-08 the defaults lack address, mail, dead man’s switch and disk', () => {
  expect(gapsOf({})).toEqual(['this-machine-only', 'mail-off', 'no-deadman', 'backup-same-disk'])
})

test('OPS-08 a complete installation has no gap, and each missing setting opens its own', () => {
  expect(gapsOf(COMPLETE)).toEqual([])
  expect(gapsOf({ ...COMPLETE, MIMAMORI_PUBLIC_URL: 'http://192.168.1.4:8080' })).toEqual(['no-https'])
  expect(gapsOf({ ...COMPLETE, MIMAMORI_PUBLIC_URL: 'http://[::1]:8080' })).toEqual(['this-machine-only'])
  expect(gapsOf({ ...COMPLETE, MIMAMORI_BACKUP_AT: 'off' })).toEqual(['backup-off'])
})
