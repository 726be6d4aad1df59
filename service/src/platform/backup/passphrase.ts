/** The passphrase of the backups: from the settings, otherwise from a file beside the data that is created once. */
import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BackupConfig } from '../config.ts'
import { KEY } from './backup-cipher.ts'
import { BackupError } from './backup-error.ts'
import { targetOf } from './backup-target.ts'

/** Excludes characters that look alike. Six groups of four are 118 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 6
const GROUP_LENGTH = 4

/**
 * The passphrase for the backups in the configured place. Creates one if it is missing, unless the place already has a
 * key: that key opens only with the earlier passphrase, so this throws BackupError `no-passphrase`.
 */
export async function loadPassphrase({ passphrase, ...backup }: BackupConfig): Promise<string> {
  const stored = passphrase ?? (await readStored(backup.passphraseFile))
  if (stored !== null) return stored
  const key = await (await targetOf(backup.place, backup.server)).get(KEY)
  key?.destroy()
  if (key) throw new BackupError('no-passphrase', backup.place)
  await storePassphrase(backup.passphraseFile, makePassphrase())
  return (await readStored(backup.passphraseFile))!
}

/** Writes the passphrase to a new file that only its owner may read. */
export async function storePassphrase(file: string, passphrase: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${passphrase}\n`, { flag: 'wx', mode: 0o600 })
}

async function readStored(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || null
}

function makePassphrase(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
