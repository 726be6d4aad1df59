/** Which version of the hub runs, which is on trial, and how the last upgrade ended: one small file, replaced atomically. */

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRIAL_ERRORS } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { z } from 'zod'
import { replaceFile, syncFolderOf } from '../replace-file.ts'

const trial = z.object({
  /** Id of the service's offer. */
  id: z.string(),
  version: z.string(),
  /** How often it was started. */
  starts: z.number().int().min(0),
  /** Cameras online when the previous version ended: the new one must reach as many. */
  camerasOnline: z.number().int().min(0),
})
export type Trial = z.infer<typeof trial>

const versionState = z.object({
  /** Its folder; null: the installed version. */
  current: z.string().nullable(),
  /** Started in its place until it proves healthy or fails. */
  trial: trial.nullable(),
  last: z
    .object({
      id: z.string(),
      version: z.string(),
      /** Null: it is healthy; else why the previous version runs again. */
      reason: z.enum(TRIAL_ERRORS).nullable(),
    })
    .nullable(),
})
export type VersionState = z.infer<typeof versionState>

const NOTHING: VersionState = { current: null, trial: null, last: null }

/** Reads the state in `versionsDir`. An unreadable file counts as missing: then the installed version runs. */
export function readVersionState(versionsDir: string): VersionState {
  try {
    return versionState.parse(JSON.parse(readFileSync(fileIn(versionsDir), 'utf8')))
  } catch {
    return NOTHING
  }
}

/** The state is on the disk when this returns. */
export function writeVersionState(versionsDir: string, state: VersionState): void {
  mkdirSync(versionsDir, { recursive: true, mode: 0o700 })
  replaceFile(fileIn(versionsDir), JSON.stringify(state))
  syncFolderOf(fileIn(versionsDir))
}

function fileIn(versionsDir: string): string {
  return join(versionsDir, 'state.json')
}

/** What a hub on trial says to its launcher. Launchers are older than the hubs that they start: only add to it. */
export const launcherMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('healthy') }),
  z.object({ type: z.literal('unhealthy'), reason: z.enum(TRIAL_ERRORS) }),
])
export type LauncherMessage = z.infer<typeof launcherMessage>
