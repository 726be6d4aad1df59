/** From a key to a working hub: session, the settings it shall use, and its word that it uses them. HUB-01, HUB-03. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type AlertAppCode, APPS, alertAppCode } from '@mimamori/contract/apps.ts'
import { type DesiredCamera, hubKey, type reportedCamera } from '@mimamori/contract/hub.ts'
import type { z } from 'zod'
import { writeAudit } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Hub, HubContext, PublicContext } from '#platform/context.ts'
import type { Database } from '#platform/database.ts'
import { fail } from '#platform/failure.ts'
import type { Secrets } from '#platform/secrets.ts'
import { plainText, settingsFrom, toHubSettings } from './hub.events.rules.ts'
import {
  type DesiredRow,
  desiredRows,
  findAgentKey,
  isAgentActive,
  markComplete,
  markPresented,
  saveReport,
} from './hub.queries.ts'

const CLIP_BEFORE_SECONDS = 5
const CLIP_AFTER_SECONDS = 10
/** So late may a revoked key be noticed. security.md, Design 5. */
const REMEMBER_MS = 1_000

/** A hub presents its key: found by its public part in SQL, compared by hash in constant time. */
export async function openSession(
  { database, tokens, now, ip }: PublicContext,
  says: { key: string; version: string; hostname: string },
) {
  if (!hubKey.safeParse(says.key).success) throw fail('hub-key-refused')
  const publicId = says.key.split('_')[1]!
  const hub = await database.asPlatform('hub session', async (db) => {
    const agent = await findAgentKey(db, publicId)
    if (!agent || !isSameHash(agent.keyHash, says.key)) throw fail('hub-key-refused')
    const isFirst = await markPresented(db, agent, says, now)
    if (isFirst) {
      const source = { tenantId: agent.tenantId, at: now, actorUserId: null, actorTenantId: null }
      await writeAudit(
        db,
        { ...source, hubId: agent.id, sessionId: null, ip },
        { action: 'agent.register', objectType: 'agent', objectId: agent.id },
      )
    }
    return { hubId: agent.id, tenantId: agent.tenantId }
  })
  const { token, expiresAt } = await tokens.signHub(hub, now)
  return { ...hub, token, tokenExpiresAt: expiresAt.toISOString(), now: now.toISOString() }
}

function isSameHash(stored: Uint8Array, key: string): boolean {
  const given = createHash('sha256').update(key).digest()
  return stored.length === given.length && timingSafeEqual(stored, given)
}

/** Whether a hub whose token is good may still act. Remembered for a second. */
export function createHubGate({ database, clock }: { database: Database; clock: Clock }) {
  const remembered = new Map<string, { answer: Promise<boolean>; untilMs: number }>()
  return function isHubActive(hub: Hub): Promise<boolean> {
    const nowMs = clock.now().getTime()
    const name = `${hub.tenantId} ${hub.id}`
    const known = remembered.get(name)
    if (known && known.untilMs > nowMs) return known.answer
    if (remembered.size > 20_000) remembered.clear()
    const answer = database.asPlatform('hub key', (db) => isAgentActive(db, hub))
    answer.catch(() => remembered.delete(name))
    remembered.set(name, { answer, untilMs: nowMs + REMEMBER_MS })
    return answer
  }
}

/** The settings that this hub's own cameras shall have. */
export async function desiredSettings({ db, hub, secrets, log }: HubContext): Promise<{ cameras: DesiredCamera[] }> {
  const rows = await desiredRows(db, hub)
  return { cameras: rows.map((row) => toDesired(row, passwordOf(row))) }

  function passwordOf({ cameraId, passwordSealed }: DesiredRow): string | null {
    if (passwordSealed === null) return null
    try {
      return openPassword(secrets, hub.tenantId, cameraId, passwordSealed)
    } catch (error) {
      // The master key was exchanged. The other cameras must not suffer: this one will say that its password is wrong.
      log.error({ err: error, cameraId }, 'the password of a camera could not be opened')
      return null
    }
  }
}

function openPassword(secrets: Secrets, tenantId: string, cameraId: string, sealed: string): string {
  return secrets.open(sealed, `${tenantId}|camera|password|${cameraId}`)
}

function toDesired({ passwordSealed: _, ...row }: DesiredRow, password: string | null): DesiredCamera {
  return {
    ...row,
    password,
    clipBeforeSeconds: CLIP_BEFORE_SECONDS,
    clipAfterSeconds: CLIP_AFTER_SECONDS,
    apps: row.apps.flatMap(({ appCode, settings: stored, severity }) => {
      const code = alertAppCode.safeParse(appCode)
      if (!code.success) return []
      const settings = settingsFrom(code.data, stored)
      return [
        {
          appCode: code.data,
          settings: toHubSettings(settings),
          severity: severityOf(code.data, severity ?? settings.severity),
        },
      ]
    }),
  }
}

type Severity = DesiredCamera['apps'][number]['severity']
function severityOf(code: AlertAppCode, told: string | null | undefined): Severity {
  return (told as Severity | null | undefined) ?? APPS[code].severity
}

/** The hub says which settings are in force. The first time completes its registration. */
export async function takeReport(context: HubContext, reports: readonly z.output<typeof reportedCamera>[]) {
  const { db, hub, now } = context
  const plain = reports.map(({ error, ...report }) => ({ ...report, error: error && plainText(error) }))
  const changed = plain.length > 0 ? await saveReport(db, hub, plain) : []
  if (await markComplete(db, hub, now)) {
    await context.audit({ action: 'agent.complete', objectType: 'agent', objectId: hub.id })
  }
  context.afterCommit(() => {
    for (const { id, unitId } of changed) {
      context.bus.publish(hub.tenantId, { type: 'camera-changed', cameraId: id, unitId })
    }
  })
}
