/** Identifies one program of a hub for the service; the same at every start on this machine and folder. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '#platform/replace-file.ts'

/** A copied folder on another machine is another program: the machine's name counts too. */
export function hubInstance(dataDir: string, hostname: string): string {
  return createHash('sha256')
    .update(`${storedId(dataDir)} ${hostname}`)
    .digest('hex')
}

function storedId(dataDir: string): string {
  const path = join(dataDir, 'instance')
  try {
    const known = readFileSync(path, 'utf8').trim()
    if (known !== '') return known
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const id = randomUUID()
  replaceFile(path, id)
  return id
}
