/** What of a camera's settings its hub cannot put in force. CAM-06. */
import { z } from 'zod'
import { fact, factText, laterFact, otherFact } from '../shared/fact.ts'
import { appCode } from './apps.ts'

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

/** Most errors of one camera. */
const ERRORS_MAX = 20
export const settingsErrors = z.array(settingsError).max(ERRORS_MAX)
/** As a hub sends them. */
export const sentSettingsErrors = z.array(z.union([settingsError, laterFact])).max(ERRORS_MAX)
