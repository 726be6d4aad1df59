/**
 * Upgrades of hubs: the operator chooses a release, hubs download it one after another and report the result. OPS-04
 */

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { compareVersions, HUB_VERSION_MIN } from '@mimamori/contract/fleet/hub-version.ts'
import type { ReleaseProcessor, UpgradeProgress, upgradeEndpoints } from '@mimamori/contract/fleet/upgrade.ts'
import type { Context, Handlers, HubContext } from '#platform/context.ts'
import { wantedOf } from '#platform/files/byte-range.ts'
import { sendNoPart, sendPart } from '#platform/http/send-part.ts'
import { fail, found } from '#platform/service-error.ts'
import { managedTenants } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { publishHubChange } from '#shared/hub.ts'
import {
  cancelUnbegun,
  endOpen,
  type HubToUpgrade,
  insertUpgrade,
  lockHubs,
  noteInstallation,
  noteProgress,
  offerWaiting,
  openOffer,
  stopSite,
} from './upgrade.queries.ts'
import { readRelease, readReleases } from './upgrade.releases.ts'

export const upgradeRoutes: Handlers<typeof upgradeEndpoints> = {
  'upgrade.releases': async ({ config }) => ({
    releases: await readReleases(config.hubReleasesDir),
    versionMin: HUB_VERSION_MIN,
  }),

  'upgrade.start': startUpgrade,

  async 'upgrade.cancel'(context, { params: { id } }) {
    const { asPlatform, afterCommit, bus, now } = context
    await asPlatform('cancel an upgrade of hubs', async (db) => {
      const hub = found((await lockHubs(db, reachOf(context, id))).find((one) => one.id === id))
      const cancelled = await cancelUnbegun(db, hub, 'person', now)
      for (const { agentId } of cancelled) {
        const entry = { action: 'agent.cancel-upgrade', objectType: 'agent' as const, objectId: agentId }
        await auditAt(db, context, hub.tenantId, entry)
        afterCommit(() => publishHubChange(bus, hub.tenantId, agentId))
      }
    })
    return {}
  },

  async 'upgrade.poll'(context, { body: { progress, ...installation } }) {
    const { hub, now, asPlatform, afterCommit, bus } = context
    const isFurther = progress ? await takeProgress(context, progress) : false
    const { isNew, isOffered, offer } = await asPlatform('a hub asks for its version', async (db) => ({
      isNew: await noteInstallation(db, hub, installation),
      isOffered: await offerWaiting(db, hub, now),
      offer: await openOffer(db, hub),
    }))
    if (isNew || isFurther || isOffered) afterCommit(() => publishHubChange(bus, hub.tenantId, hub.id))
    return { offer: offer ?? null, versionMin: HUB_VERSION_MIN }
  },

  async 'upgrade.release'({ config }, { params, query }) {
    const release = found(await readRelease(config.hubReleasesDir, params.version, query.processor))
    const { sums, signature, sizeBytes } = release
    return { sums, signature, sizeBytes }
  },

  async 'upgrade.file'({ config }, { params, query }, reply, request) {
    const { path, sizeBytes } = found(await readRelease(config.hubReleasesDir, params.version, query.processor))
    reply.header('content-type', 'application/gzip')
    const wanted = wantedOf(request.headers.range, sizeBytes)
    if (!wanted) return sendNoPart(reply, sizeBytes)
    const { first: start, last: end } = wanted
    return sendPart(reply, wanted, createReadStream(path, { start, end }))
  },
}

type Start = Handlers<typeof upgradeEndpoints>['upgrade.start']

async function startUpgrade(
  context: Context,
  { params: { id }, body: { version, scope } }: Parameters<Start>[1],
): ReturnType<Start> {
  const { asPlatform, afterCommit, bus, orderHub, now, config } = context
  const release = (await readReleases(config.hubReleasesDir)).find((one) => one.version === version)
  const mayHave = ({ installedBy, processor, version: own }: HubToUpgrade) =>
    installedBy === 'launcher' &&
    release !== undefined &&
    release.processors.includes(processor as ReleaseProcessor) &&
    compareVersions(version, own ?? '') > 0
  return asPlatform('upgrade hubs', async (db) => {
    const ofSite = await lockHubs(db, reachOf(context, id))
    const first = found(ofSite.find((hub) => hub.id === id))
    if (!mayHave(first)) throw fail('hub-not-upgradable')
    const others = scope === 'site' ? ofSite.filter((hub) => hub.id !== id && mayHave(hub)) : []
    const hubs = [first, ...others]
    const siteUpgradeId = scope === 'site' ? randomUUID() : null
    await endOpen(db, hubs, 'replaced', now)
    for (const hub of hubs) {
      await insertUpgrade(db, hub, { siteUpgradeId, isFirst: hub === first, version }, now)
      const details = { version, scope, before: hub.version }
      const entry = { action: 'agent.upgrade', objectType: 'agent' as const, objectId: hub.id, details }
      await auditAt(db, context, hub.tenantId, entry)
      afterCommit(() => publishHubChange(bus, hub.tenantId, hub.id))
    }
    afterCommit(() => orderHub(first.id, { type: 'upgrade-offered' }))
    return { hubs: hubs.length }
  })
}

/** Whether something changed. A failed hub stops those of its site that have not begun. */
async function takeProgress(context: HubContext, progress: UpgradeProgress): Promise<boolean> {
  const { hub, now, asPlatform, audit, afterCommit, bus } = context
  const { state, reason } = progress
  const isFailed = state === 'returned' || state === 'failed'
  const { changed, stopped } = await asPlatform('a hub says how its upgrade goes', async (db) => {
    const changed = await noteProgress(db, hub, progress, now)
    const siteUpgradeId = isFailed && changed ? changed.siteUpgradeId : null
    return { changed, stopped: siteUpgradeId ? await stopSite(db, hub.tenantId, siteUpgradeId, now) : [] }
  })
  if (!changed) return false
  if (isFailed || state === 'healthy') {
    const action = isFailed ? 'agent.upgrade-failed' : 'agent.upgraded'
    await audit({ action, objectType: 'agent', objectId: hub.id, details: { version: changed.version, reason } })
  }
  for (const { agentId } of stopped) afterCommit(() => publishHubChange(bus, hub.tenantId, agentId))
  return true
}

/** SUPER_ADMIN reaches the hubs of all sites, but only those of one while connected to it. */
function reachOf({ actor }: Context, id: string) {
  return { tenantIds: managedTenants(actor), id }
}
