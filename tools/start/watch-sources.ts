// Notices that sources of a program changed, for `npm run dev`.
import { watch } from 'node:fs'
import { join } from 'node:path'

/** An editor writes a file in several steps, and a change of branch touches many files. */
const GATHER_MS = 150
const SOURCE = /\.(ts|json|sql)$/
const IGNORED = /\.test\.ts$|(^|[\\/])(testing|node_modules|dist)[\\/]/

type WatchOptions = {
  root: string
  /** Below `root`, each with all folders in it. */
  folders: readonly string[]
  /** One of the files that changed, below `root`. Called once for changes that come together. */
  onChange: (file: string) => void
  signal: AbortSignal
}

/** Watches until `signal`. Tests and files of other kinds change nothing in a running program. */
export function watchSources({ root, folders, onChange, signal }: WatchOptions): void {
  let timer: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  for (const folder of folders) {
    const watcher = watch(join(root, folder), { recursive: true, signal }, (_event, name) => {
      if (name === null || !SOURCE.test(name) || IGNORED.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(onChange, GATHER_MS, join(folder, name))
    })
    // A folder that is removed while it is watched is watched no more; the program goes on.
    watcher.on('error', () => {})
  }
}
