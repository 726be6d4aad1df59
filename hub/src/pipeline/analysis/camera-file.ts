/** A file in the spool with what was learned of one camera; outlives connections, workers and restarts. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { z } from 'zod'

/** Folders in the spool: one for each kind, with one file for each camera. */
const FOLDERS = { view: 'views', ambient: 'ambient', places: 'places' } as const

export type CameraFileOptions = {
  cameraId: string
  /** The folder of the spool. */
  spoolDir: string
  /** Receives sentences for the log. */
  onError: (message: string) => void
}

/** Deletes the files of cameras that are not in `wanted`. */
export function forgetCameras(spoolDir: string, wanted: ReadonlySet<string>): void {
  for (const folder of Object.values(FOLDERS).map((name) => join(spoolDir, name))) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!wanted.has(name.replace(/\.json(\.part)?$/, ''))) rmSync(join(folder, name), { force: true })
    }
  }
}

export class CameraFile<S extends z.ZodType> {
  readonly #kind: keyof typeof FOLDERS
  readonly #schema: S
  readonly #options: CameraFileOptions

  constructor(kind: keyof typeof FOLDERS, schema: S, options: CameraFileOptions) {
    this.#kind = kind
    this.#schema = schema
    this.#options = options
  }

  /** Null: missing, or unreadable, which is logged; then learning starts again. */
  read<T>(unpack: (stored: z.infer<S>) => T): T | null {
    try {
      return unpack(this.#schema.parse(JSON.parse(readFileSync(this.#path, 'utf8'))))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#say('was lost', error)
      return null
    }
  }

  write(stored: z.infer<S>): void {
    try {
      mkdirSync(join(this.#path, '..'), { recursive: true })
      writeFileSync(`${this.#path}.part`, JSON.stringify(stored))
      renameSync(`${this.#path}.part`, this.#path)
    } catch (error) {
      this.#say('is not stored', error)
    }
  }

  get #path(): string {
    return join(this.#options.spoolDir, FOLDERS[this.#kind], `${this.#options.cameraId}.json`)
  }

  #say(what: string, error: unknown): void {
    this.#options.onError(`What was learned of the camera (${this.#kind}) ${what}: ${error}`)
  }
}

export function packed(bytes: Uint8Array): string {
  return deflateRawSync(bytes).toString('base64')
}

/** Throws if the length differs. */
export function unpacked(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: length }))
  if (bytes.length !== length) throw new Error('of another size')
  return bytes
}
