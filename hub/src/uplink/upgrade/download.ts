/** Downloads an archive into a file, and continues an earlier attempt. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { basename } from 'node:path/posix'
import { CallError } from '@mimamori/contract/client.ts'

/** Returns the bytes from `from` on. */
export type Fetch = (from: number, signal: AbortSignal) => Promise<Response>

type DownloadOptions = {
  /** The name contains the archive's checksum, so existing bytes belong to the same archive. */
  path: string
  sizeBytes: number
  fetch: Fetch
  onPercent: (percent: number) => void
  signal: AbortSignal
}

/** Time without data after which a connection is closed; the next attempt continues there. */
const SILENT_MS = 60_000

/** Resolves when the file is complete; throws network errors. Deletes other files of the folder. */
export async function download({ path, sizeBytes, fetch, onPercent, signal }: DownloadOptions): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  for (const name of readdirSync(dirname(path))) {
    if (name !== basename(path)) rmSync(join(dirname(path), name), { recursive: true, force: true })
  }
  const found = sizeOf(path)
  if (found > sizeBytes) rmSync(path)
  const from = found > sizeBytes ? 0 : found
  if (from === sizeBytes) return
  const silence = new AbortController()
  const answer = await fetch(from, AbortSignal.any([signal, silence.signal]))
  // Without status 206 the response starts at the first byte.
  const file = await open(path, answer.status === 206 ? 'a' : 'w', 0o600)
  try {
    const start = answer.status === 206 ? from : 0
    await write(file, answer, { start, sizeBytes, onPercent, silence })
    await file.sync()
  } finally {
    await file.close()
  }
}

type Progress = {
  start: number
  sizeBytes: number
  onPercent: (percent: number) => void
  silence: AbortController
}

async function write(file: FileHandle, answer: Response, { start, sizeBytes, onPercent, silence }: Progress) {
  let written = start
  let percent = -1
  const timer = setTimeout(() => silence.abort(), SILENT_MS)
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      timer.refresh()
      written += chunk.byteLength
      if (written > sizeBytes) throw new CallError(0, { key: 'too-large', message: 'the archive is too long' })
      await file.write(chunk)
      const now = Math.floor((written * 100) / sizeBytes)
      if (now !== percent) onPercent(now)
      percent = now
    }
  } finally {
    clearTimeout(timer)
  }
  if (written < sizeBytes) throw new CallError(0, { key: 'offline', message: 'the archive broke off' })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
