/**
 * Installs a release into its folder, complete and verified, and puts it on trial; the launcher starts it. Nothing of it runs
 * before its signature is verified, and a crash at any step leaves the running version intact. OPS-04
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { compareVersions } from '@mimamori/contract/fleet/hub-version.ts'
import { archiveName } from '@mimamori/contract/fleet/upgrade.ts'
import { processEnd } from '#platform/process-end.ts'
import { syncFolderOf } from '#platform/replace-file.ts'
import { DOWNLOAD_FOLDER, isVersionFolder, UNPACK_FOLDER, versionOf } from '#platform/versions/version-folder.ts'
import { readVersionState, writeVersionState } from '#platform/versions/version-state.ts'
import { diskFreeBytes } from '../spool/spool-room.ts'
import { download, type Fetch } from './download.ts'
import { InstallError, signedSumOf, sumOfFile } from './release-check.ts'

type ReleaseInfo = { sums: string; signature: string; sizeBytes: number }

type InstallOptions = {
  /** The service's offer. */
  id: string
  version: string
  /** Version and folder of the running hub. */
  ownVersion: string
  ownFolder: string
  processor: string
  versionsDir: string
  keyFile: string | null
  readInfo: () => Promise<ReleaseInfo>
  fetch: Fetch
  /** Called before each step; tests crash here. */
  onStep: (step: InstallStep, percent: number | null) => void
  /** Cameras online now: the new version must reach as many. */
  camerasOnline: () => number
  signal: AbortSignal
}
export const INSTALL_STEPS = [
  'asked',
  'downloading',
  'checking',
  'unpacking',
  'unpacked',
  'placed',
  'on-trial',
] as const
export type InstallStep = (typeof INSTALL_STEPS)[number]

/** Space for an archive and its contents, as a multiple of the archive; half a gigabyte stays free. */
const ROOM_FACTOR = 5
const ROOM_LEFT_BYTES = 512 * 1024 * 1024
/** Niceness: lower priority than everything that monitors cameras. */
const BEHIND = 15

/** Throws InstallError if a retry cannot help, and the network error if it can. */
export async function installRelease(options: InstallOptions): Promise<void> {
  const { id, version, ownVersion, versionsDir, onStep } = options
  onStep('asked', null)
  // An old version may have known vulnerabilities: an attacker who controls the service must not bring it back.
  if (compareVersions(version, ownVersion) <= 0) throw new InstallError('not-newer')
  const place = join(versionsDir, version)
  // Only a verified release ever gets this name.
  if (!isVersionFolder(place)) await fetchAndUnpack(options, place)
  onStep('placed', null)
  const { current } = readVersionState(versionsDir)
  const trial = { id, version, starts: 0, camerasOnline: options.camerasOnline() }
  writeVersionState(versionsDir, { current, trial, last: null })
  onStep('on-trial', null)
  rmSync(join(versionsDir, DOWNLOAD_FOLDER), { recursive: true, force: true })
}

async function fetchAndUnpack(options: InstallOptions, place: string): Promise<void> {
  const { version, processor, versionsDir, keyFile, readInfo, fetch, onStep, signal } = options
  const info = await readInfo()
  const sum = signedSumOf(archiveName(version, processor), info, keyFile)
  mkdirSync(versionsDir, { recursive: true, mode: 0o700 })
  if (diskFreeBytes(versionsDir) < info.sizeBytes * ROOM_FACTOR + ROOM_LEFT_BYTES) throw new InstallError('disk-full')
  const archive = join(versionsDir, DOWNLOAD_FOLDER, sum)
  onStep('downloading', 0)
  const onPercent = (percent: number) => onStep('downloading', percent)
  await download({ path: archive, sizeBytes: info.sizeBytes, fetch, onPercent, signal })
  onStep('checking', null)
  if ((await sumOfFile(archive)) !== sum) {
    rmSync(archive)
    throw new InstallError('sum-wrong')
  }
  onStep('unpacking', null)
  const unpacked = join(versionsDir, UNPACK_FOLDER)
  await unpack(archive, unpacked, options)
  onStep('unpacked', null)
  rmSync(place, { recursive: true, force: true })
  renameSync(unpacked, place)
  syncFolderOf(place)
}

async function unpack(archive: string, folder: string, { version, ownFolder, signal }: InstallOptions): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  await runBehind('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner'], signal)
  if (!isVersionFolder(folder) || versionOf(folder) !== version) throw new InstallError('archive-unreadable')
  addVideoLibrary(folder, ownFolder)
  // Write its bytes to the disk before its name.
  await runBehind('sync', ['-f', folder], signal)
}

/** A redistributable release lacks the video library: copies this hub's own if it is the same. */
function addVideoLibrary(folder: string, ownFolder: string): void {
  const wanted = libraryOf(folder)
  if (wanted === null) return
  const name = wanted.split(' ')[0]!
  const place = join(folder, 'node_modules', name)
  if (existsSync(place)) return
  const own = join(ownFolder, 'node_modules', name)
  if (libraryOf(ownFolder) !== wanted || !existsSync(own)) throw new InstallError('video-library-missing', wanted)
  mkdirSync(dirname(place), { recursive: true })
  cpSync(own, place, { recursive: true })
}

/** Name, version and checksum of the package that decodes video. */
function libraryOf(folder: string): string | null {
  const path = join(folder, 'video-library')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** If the system does not allow it, or the process has ended, its priority stays. */
function putBehind(pid: number): void {
  try {
    setPriority(pid, BEHIND)
  } catch {}
}

function runBehind(program: string, args: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], signal })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-300)
    })
    child.once('spawn', () => putBehind(child.pid!))
    child.once('error', (error) =>
      reject(signal.aborted ? error : new InstallError('archive-unreadable', error.message)),
    )
    void processEnd(child).then(({ code }) => {
      if (code === 0) resolve()
      else reject(new InstallError(/No space left/.test(words) ? 'disk-full' : 'archive-unreadable', words.trim()))
    })
  })
}
