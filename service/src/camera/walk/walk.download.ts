/**
 * The certificate as a file: read and audited in a short transaction, rendered in a separate process. Requirement
 * REAL-11.
 */

import type { walkTestEndpoints } from '@mimamori/contract/camera/walk/walk-test.ts'
import type { HandlerOf } from '#platform/context.ts'
import { certificateName, pdfHeaders } from '#platform/files/file-name.ts'
import { createPdfDrawer } from '#platform/files/pdf-drawer.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { residentScope } from '#shared/resident-scope.ts'
import type { Certificate, drawCertificate } from './walk.pdf.ts'
import { readWalk, readWalkAlerts } from './walk.queries.ts'

const drawPdf = createPdfDrawer<typeof drawCertificate>(new URL('./walk.pdf.ts', import.meta.url), 'drawCertificate')

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
    const isShown = walk.image !== null && hasAccess(actor, 'see clear frames', walk)
    const { steps, siteName, timezone, cameraName, location, testerName, hubVersion } = walk
    return {
      ...{ steps, siteName, timezone, cameraName, location, testerName, hubVersion },
      endedAt: walk.endedAt!,
      alerts: (await readWalkAlerts(db, walk)).length,
      image: isShown ? Buffer.from(walk.image!).toString('base64') : null,
    }
  })
  const { file } = await drawPdf({ tenantId: actor.tenantId, request, reply, read: async () => certificate })
  const name = certificateName(certificate.siteName, certificate.cameraName, certificate.endedAt.slice(0, 10))
  reply.headers(pdfHeaders(name, file.byteLength))
  await reply.send(file)
}
