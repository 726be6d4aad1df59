/**
 * Upgrades of hubs: what the service offers, who gets it when, and how it went. The calls of hubs in here must never change
 * in a way that a hub of another version cannot follow: they are its only way to a newer version. OPS-04
 */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { PLATFORM } from '../shared/roles.ts'
import { HUB_VERSION } from './hub-version.ts'
import { HUB_UPGRADE_REASONS, INSTALLATIONS, UPGRADE_REASONS, UPGRADE_STATES, UPGRADE_STEPS } from './upgrade-lists.ts'

const hubVersion = z.string().regex(HUB_VERSION)
/** Processors of releases, with Node's names. */
const processor = z.enum(['x64', 'arm64'])
export type ReleaseProcessor = z.infer<typeof processor>

/** A hub's last upgrade, for display. */
export const hubUpgrade = z.object({
  id: z.uuid(),
  version: z.string(),
  /** Version of the hub when the upgrade was requested. */
  versionBefore: z.string().nullable(),
  state: z.enum(UPGRADE_STATES),
  /** Downloaded so far; null outside of `downloading`. */
  percent: z.number().int().nullable(),
  reason: z.enum(UPGRADE_REASONS).nullable(),
  /** It belongs to an upgrade of the whole site. */
  isOfSite: z.boolean(),
  changedAt: z.iso.datetime(),
})
export type HubUpgrade = z.infer<typeof hubUpgrade>

const progress = z.strictObject({
  /** Id of the offer. */
  id: z.uuid(),
  state: z.enum(UPGRADE_STEPS),
  percent: z.number().int().min(0).max(100).nullable(),
  reason: z.enum(HUB_UPGRADE_REASONS).nullable(),
})
export type UpgradeProgress = z.infer<typeof progress>

const offer = z.object({ id: z.uuid(), version: hubVersion })
export type UpgradeOffer = z.infer<typeof offer>

/** A release in the service's folder. */
const hubRelease = z.object({ version: z.string(), processors: z.array(processor) })
export type HubRelease = z.infer<typeof hubRelease>

const ofVersion = { params: z.strictObject({ version: hubVersion }), query: z.strictObject({ processor }) }

export const upgradeEndpoints = {
  'upgrade.releases': endpoint({
    method: 'GET',
    path: 'agent/releases',
    access: PLATFORM,
    summary: 'The hub releases that this service offers, the newest first.',
    response: z.object({ releases: z.array(hubRelease), versionMin: z.string() }),
  }),
  'upgrade.start': endpoint({
    method: 'POST',
    path: 'agent/:id/upgrade',
    access: PLATFORM,
    summary:
      'Upgrade a hub, or with `site` all hubs of its site: this one first, the others once it has been healthy for ten minutes.',
    params: byId,
    body: z.strictObject({ version: hubVersion, scope: z.enum(['hub', 'site']) }),
    response: z.object({ hubs: z.number().int() }),
    changes: true,
  }),
  'upgrade.cancel': endpoint({
    method: 'DELETE',
    path: 'agent/:id/upgrade',
    access: PLATFORM,
    summary: 'Take back the upgrade of a hub, and of the hubs of its site that wait for it. What was started goes on.',
    params: byId,
    changes: true,
  }),
  'upgrade.poll': endpoint({
    method: 'POST',
    path: 'hub/upgrade',
    access: 'hub',
    whileTooOld: true,
    summary: 'A hub says how it was installed and how its upgrade goes, and learns which version it shall have.',
    body: z.strictObject({
      installation: z.enum(INSTALLATIONS),
      /** The name from the hub's system; releases exist for some. */
      processor: z.string().max(20),
      progress: progress.nullable(),
    }),
    response: z.object({ offer: offer.nullable(), versionMin: z.string() }),
  }),
  'upgrade.release': endpoint({
    method: 'GET',
    path: 'hub/release/:version',
    access: 'hub',
    whileTooOld: true,
    summary: 'Sums of a release with the signature over them, and the size of the hub’s archive.',
    ...ofVersion,
    response: z.object({
      /** The file SHA256SUMS as signed, and its Ed25519 signature. */
      sums: z.string().max(64 * 1024),
      signature: z.base64().max(200),
      sizeBytes: z.number().int().min(1),
    }),
  }),
  'upgrade.file': endpoint({
    method: 'GET',
    path: 'hub/release/:version/file',
    access: 'hub',
    whileTooOld: true,
    summary: 'The hub’s archive of a release, or a part of it by Range.',
    ...ofVersion,
    answer: 'bytes',
  }),
}

/** The name of an archive in the signed sums: it makes version and processor part of the signature. */
export function archiveName(version: string, of: string): string {
  return `mimamori-hub-${version}-linux-${of}.tar.gz`
}
