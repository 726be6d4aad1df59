/** The passphrase of the backups: from the settings, else from a file beside the data that is made once. */
import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BackupConfig } from '../config.ts'

/** Without letters and digits that are mistaken for one another. Six groups of four are 118 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 6
const GROUP_LENGTH = 4

export async function loadPassphrase({
  passphrase,
  passphraseFile,
}: Pick<BackupConfig, 'passphrase' | 'passphraseFile'>): Promise<string> {
  if (passphrase !== null) return passphrase
  const stored = await readFile(passphraseFile, 'utf8').catch(() => null)
  if (stored !== null) return stored.trim()
  await mkdir(dirname(passphraseFile), { recursive: true })
  await writeFile(passphraseFile, `${makePassphrase()}\n`, { flag: 'wx', mode: 0o600 })
  return (await readFile(passphraseFile, 'utf8')).trim()
}

function makePassphrase(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
