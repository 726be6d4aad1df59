/**
 * The certificate as a file: read and audited in a short transaction, rendered in a separate process. Requirement
 * REAL-11.
 */

import { fileURLToPath } from 'node:url'
import type { walkTestEndpoints } from '@mimamori/contract/camera/walk/walk-test.ts'
import type { HandlerOf } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { certificateName, pdfHeaders } from '#platform/files/file-name.ts'
import { ChildError, runChild } from '#platform/work/child-work.ts'
import { createTurns } from '#platform/work/queue/turns.ts'
import { hasAccess } from '#shared/access.ts'
import { residentScope } from '#shared/resident-scope.ts'
import type { Certificate } from './walk.pdf.ts'
import { readWalk, readWalkAlerts } from './walk.queries.ts'

const PROGRAM = fileURLToPath(new URL('./walk.pdf.child.ts', import.meta.url))
const LIMITS = { timeoutMs: 60_000, heapMb: 256, residentMb: 768 }
const turns = createTurns(2)

export const downloadCertificate: HandlerOf<(typeof walkTestEndpoints)['walkTest.pdf']> = async (
  context,
  { params },
  reply,
  request,
) => {
  const { actor, rateLimit } = context
  rateLimit.take('pdf', actor.userId)
  const certificate = await context.asTenant(async (db): Promise<Certificate> => {
    const walk = found(await readWalk(db, found(residentScope(actor)), params.id))
    // Only a finished test is one.
    if (walk.endReason !== 'finished') throw fail('not-found')
    await db.writeTo(walk.tenantId)
    const details = { testId: params.id }
    await context.auditIn(db, { action: 'walkTest.print', objectType: 'camera', objectId: walk.cameraId, details })
    const isShown = walk.picture !== null && hasAccess(actor, 'see clear frames', walk)
    const { steps, siteName, timezone, cameraName, location, testerName, hubVersion } = walk
    return {
      ...{ steps, siteName, timezone, cameraName, location, testerName, hubVersion },
      endedAt: walk.endedAt!,
      alerts: (await readWalkAlerts(db, walk)).length,
      picture: isShown ? Buffer.from(walk.picture!).toString('base64') : null,
    }
  })
  const over = new AbortController()
  request.raw.on('close', () => request.raw.destroyed && !reply.raw.writableEnded && over.abort())
  const draw = () => runChild<Uint8Array>(PROGRAM, Promise.resolve(certificate), { ...LIMITS, signal: over.signal })
  const file = await turns.run(actor.tenantId, over.signal, draw).catch((error: unknown) => {
    if (!(error instanceof ChildError) && !over.signal.aborted) throw error
    request.log.error({ err: error }, 'a certificate could not be drawn')
    throw fail('unexpected')
  })
  const name = certificateName(certificate.siteName, certificate.cameraName, certificate.endedAt.slice(0, 10))
  reply.headers(pdfHeaders(name, file.byteLength))
  await reply.send(Buffer.from(file))
}
