/** Media files in a backup: each is stored once, and later backups refer to it. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, opendir, rename, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupCipher } from './backup-cipher.ts'
import { BackupError } from './backup-error.ts'
import { nameOf } from './backup-manifest.ts'
import { type BackupTarget, wordsOf } from './backup-target.ts'
import { through } from './through.ts'

/** A file's state: path below the media folder with `/`, bytes, time of its last change, and content hash. */
export type FileEntry = { path: string; bytes: number; changedMs: number; sha256: string }

type Place = { target: BackupTarget; cipher: BackupCipher }

/** Files of the storage never change once stored, so name, size and time identify the content. */
export const objectOf = ({ path, bytes, changedMs }: Omit<FileEntry, 'sha256'>): string => {
  const name = path.split('/').at(-1)!
  return `files/${name.slice(-2)}/${name}.${bytes}.${Math.trunc(changedMs)}.age`
}

/** Stores new files below `folder` and returns all files. A file that is deleted meanwhile is left out. */
export async function copyFiles(place: Place, folder: string, known: ReadonlyMap<string, FileEntry>) {
  const stored = new Set((await place.target.list('files/')).map(({ name }) => name))
  const entries: FileEntry[] = []
  let addedBytes = 0
  for await (const file of filesBelow(folder)) {
    const before = known.get(file.path)
    if (before && before.bytes === file.bytes && before.changedMs === file.changedMs && stored.has(objectOf(file))) {
      entries.push(before)
      continue
    }
    const copied = await copyFile(place, folder, file)
    if (!copied) continue
    entries.push(copied.entry)
    addedBytes += copied.addedBytes
  }
  return { entries, addedBytes }
}

async function* filesBelow(folder: string): AsyncGenerator<Omit<FileEntry, 'sha256'>> {
  const found = await opendir(folder, { recursive: true }).catch(() => null)
  if (!found) return
  for await (const entry of found) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue
    const path = join(entry.parentPath, entry.name)
    const state = await stat(path).catch(() => null)
    if (!state) continue
    yield { path: relative(folder, path).split(sep).join('/'), bytes: state.size, changedMs: Math.trunc(state.mtimeMs) }
  }
}

async function copyFile({ target, cipher }: Place, folder: string, file: Omit<FileEntry, 'sha256'>) {
  const hash = createHash('sha256')
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const bytes of createReadStream(join(folder, file.path)) as AsyncIterable<Buffer>) {
      hash.update(bytes)
      yield bytes
    }
  }
  try {
    const addedBytes = await target.put(objectOf(file), await cipher.encrypt(read()))
    return { entry: { ...file, sha256: hash.digest('hex') }, addedBytes }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Stores the list of a backup's files; returns its size in bytes. */
export async function writeFileList({ target, cipher }: Place, id: string, entries: readonly FileEntry[]) {
  const lines = Readable.from(entries.map((entry) => Buffer.from(`${JSON.stringify(entry)}\n`)))
  return target.put(nameOf.files(id), await cipher.encrypt(through(lines, createZstdCompress())))
}

/** The files of a backup, one by one. Throws BackupError if the list is missing or was changed. */
export async function* readFileList({ target, cipher }: Place, id: string): AsyncGenerator<FileEntry> {
  const name = nameOf.files(id)
  const stream = await target.get(name)
  if (!stream) throw new BackupError('missing', name)
  const plain = Readable.from(through(cipher.decrypt(stream, name), createZstdDecompress()))
  for await (const line of createInterface({ input: plain })) yield JSON.parse(line) as FileEntry
}

/** The content of a file. Throws BackupError if it is missing, or differs from the manifest. */
export async function* readContent({ target, cipher }: Place, entry: FileEntry): AsyncGenerator<Uint8Array> {
  const name = objectOf(entry)
  const stream = await target.get(name)
  if (!stream) throw new BackupError('missing', name)
  const hash = createHash('sha256')
  for await (const bytes of cipher.decrypt(stream, name)) {
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest('hex') !== entry.sha256) throw new BackupError('other', name)
}

/** Restores the file of a backup below `folder`. Throws BackupError. */
export async function restoreFile(place: Place, folder: string, entry: FileEntry): Promise<void> {
  const path = join(folder, ...entry.path.split('/'))
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(readContent(place, entry), createWriteStream(`${path}.part`, { mode: 0o600, flush: true }))
    await rename(`${path}.part`, path)
  } catch (error) {
    throw wordsOf(error, folder)
  }
}
