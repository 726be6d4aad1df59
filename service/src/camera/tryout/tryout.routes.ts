/** Tries an app's settings at the camera's hub. Requirement APP-06. */

import type { tryoutEndpoints } from '@mimamori/contract/camera/tryout.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { type DetectionSettings, toHubSettings } from '#shared/desired-rules.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { shownAnswer } from '#shared/shown/hub-images.ts'
import { readTryoutCamera } from './tryout.queries.ts'

/** The page polls every second; a slower hub counts as silent. */
const ANSWER_MS = 8000

export const tryoutRoutes: Handlers<typeof tryoutEndpoints> = {
  async 'cameraApp.tryout'({ actor, asTenant, askHub }, { params, body }) {
    const { cameraId, appCode } = params
    if (!isDetection(body.settings) || body.settings.appCode !== appCode) {
      throw fail('invalid-request', { 'settings.appCode': 'invalid' })
    }
    const scope = found(residentScope(actor))
    const camera = found(await asTenant((db) => readTryoutCamera(db, scope, cameraId)))
    const isRunnable = camera.runnableApps?.includes(appCode) ?? null
    if (isRunnable === false) return { isRunnable, facts: null, error: null }

    const settings = toHubSettings(body.settings, camera)
    const request = { type: 'tryout' as const, cameraId, settings, schedule: body.schedule }
    const answer = await askHub(camera.tenantId, camera.agentId, request, { timeoutMs: ANSWER_MS })
    if (answer.error) return { isRunnable, facts: null, error: answer.error }
    const { type: _, ...facts } = shownAnswer(answer.result, hasAccess(actor, 'see clear frames', camera))
    return { isRunnable, facts, error: null }
  },
}

function isDetection(settings: { appCode: string }): settings is DetectionSettings {
  return alertAppCode.safeParse(settings.appCode).success
}
