/** Errors in a camera's settings that its hub cannot apply. CAM-06. */
import { z } from 'zod'
import { appCode } from '../shared/apps.ts'
import { fact, factText, laterFact, otherFact } from '../shared/fact.ts'

/** `detail`: words of a library or of the system, or a size. `path`: of the setting. */
export const settingsError = z.discriminatedUnion('code', [
  fact(['app-unknown'], { appCodes: z.array(appCode).max(20) }),
  fact(['bed-missing'], { appCode }),
  fact(['bad-address', 'scene-not-demo', 'model-file-missing', 'model-too-slow'], {}),
  fact(
    [
      'model-file-unreadable',
      'model-file-too-large',
      'model-runtime-missing',
      'model-not-onnx',
      'model-unfit',
      'model-too-hungry',
      'model-failing',
      'not-applied',
    ],
    { detail: factText },
  ),
  fact(['not-understood'], { path: factText, detail: factText }),
  otherFact,
])
export type SettingsError = z.infer<typeof settingsError>

/** Maximum number of errors of one camera. */
const ERRORS_MAX = 20
export const settingsErrors = z.array(settingsError).max(ERRORS_MAX)
/** As a hub sends them. */
export const sentSettingsErrors = z.array(z.union([settingsError, laterFact])).max(ERRORS_MAX)
